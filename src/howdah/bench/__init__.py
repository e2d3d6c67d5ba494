"""`howdah bench`: the speed of the games beside other engines, where those are installed."""
