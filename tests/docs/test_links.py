"""The check of the built site finds what is broken, and nothing else."""

from __future__ import annotations

from pathlib import Path

from tools.docs.links import broken_links


def site(folder: Path, **pages: str) -> Path:
    for name, text in pages.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return folder


def test_links_to_pages_anchors_and_other_sites_are_fine(tmp_path: Path) -> None:
    built = site(
        tmp_path,
        index='<a href="other.html#here">x</a> <a href="#top">x</a> <p id="top"></p>'
        '<a href="https://example.org/">x</a> <a href="mailto:a@example.org">x</a>'
        '<a href="./">x</a> <a href="#">x</a>',
        other='<h1 id="here">x</h1>',
    )
    assert list(broken_links(built)) == []


def test_a_page_that_is_missing_is_found(tmp_path: Path) -> None:
    built = site(tmp_path, index='<a href="gone.html">x</a>')
    assert list(broken_links(built)) == ["index.html: no such page or anchor: gone.html"]


def test_an_anchor_that_is_missing_is_found_here_and_elsewhere(tmp_path: Path) -> None:
    built = site(tmp_path, index='<a href="#a">x</a> <a href="other.html#b">x</a>', other="<p>")
    assert list(broken_links(built)) == [
        "index.html: no such page or anchor: #a",
        "index.html: no such page or anchor: other.html#b",
    ]


def test_a_picture_that_is_missing_is_found(tmp_path: Path) -> None:
    built = site(tmp_path, index='<img src="images/gone.svg">')
    assert list(broken_links(built)) == ["index.html: no such page or anchor: images/gone.svg"]


def test_what_is_loaded_from_another_site_is_found(tmp_path: Path) -> None:
    built = site(
        tmp_path,
        index='<link href="https://fonts.example.org/a.css"><script src="//cdn.example.org/b.js">',
    )
    assert list(broken_links(built)) == [
        "index.html: loads https://fonts.example.org/a.css",
        "index.html: loads //cdn.example.org/b.js",
    ]
