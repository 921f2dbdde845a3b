"""What a side is worth in a battle, who is lost, and who gets away. Chaosium [10]; Avalon Hill 9."""
