"""Modules that an example imports in the tests instead of packages that are not installed."""
