"""One module a command; each has `register(subparsers)`."""
