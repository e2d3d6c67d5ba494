"""Tables on a server: stored, cached, played at."""
