"""Routes: pages, the table, the HTTP API."""
