"""Background tasks: agent workers, reminders, polling and cleanup."""
