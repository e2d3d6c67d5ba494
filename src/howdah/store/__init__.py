"""Where tables are kept: every committed turn, in a file that outlives the server."""
