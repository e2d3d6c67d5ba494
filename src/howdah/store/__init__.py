"""The store: tables, committed turns and agents' jobs, in SQLite or PostgreSQL."""
