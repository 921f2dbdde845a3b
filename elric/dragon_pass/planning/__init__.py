"""Plans in *White Bear and Red Moon*: where units are wanted and who goes there, together, kept from turn to turn."""
