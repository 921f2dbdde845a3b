"""Computer players, which decide from what their seat may see."""
