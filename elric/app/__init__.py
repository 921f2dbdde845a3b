"""The application: the web server, the store of games, and the command line."""
