"""The map of the page: where the areas lie, and what stands on them, in pictures and in words. No widgets."""
