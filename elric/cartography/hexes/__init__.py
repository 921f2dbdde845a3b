"""The drawing of a board of hexes: *White Bear and Red Moon*. The same bytes for the same board."""
