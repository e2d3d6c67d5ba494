"""A table as a viewer sees it and may act at it, without any server."""
