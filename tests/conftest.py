from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("short", max_examples=60, deadline=None, derandomize=True)
settings.register_profile("long", max_examples=3000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "short"))
