"""The pages: how they are served, where games are kept, and the command line."""
