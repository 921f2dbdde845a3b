"""A position as it is said: in plain data, as a line of text, as a seat sees it, and what is true of every one."""
