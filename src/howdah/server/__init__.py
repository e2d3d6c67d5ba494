"""The table in the browser: pages, the public interface, live news, and the agents at it."""
