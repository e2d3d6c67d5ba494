"""The web server: pages, the public HTTP interface, live updates, and agents' turns."""
