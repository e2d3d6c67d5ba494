from __future__ import annotations

from howdah.core.lru import LruCache


def test_a_value_is_computed_once_while_it_is_kept() -> None:
    cache, computed = LruCache[int](2), list[str]()

    def compute(key: str) -> int:
        computed.append(key)
        return len(computed)

    def get(key: str) -> int:
        return cache.get(key, lambda: compute(key))

    assert [get("a"), get("b"), get("a")] == [1, 2, 1]
    assert [get("c"), get("a"), get("b")] == [3, 1, 4]
    assert computed == ["a", "b", "c", "b"]
    assert len(cache) == 2


def test_none_is_a_value_too() -> None:
    cache = LruCache[None](2)
    assert cache.get("a", lambda: None) is None
    assert len(cache) == 1
