"""What the server does between requests."""
