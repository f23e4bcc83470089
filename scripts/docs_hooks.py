"""Hooks of MkDocs for the site of the documentation: its version, the decisions in the navigation and in the search, and
links that leave docs/.

In the repository a page links to a file outside docs/ by its relative path. The site does not have that
file, so there the link becomes one to the repository that Cargo.toml names.
"""

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
LINK = re.compile(r"(\]\()([^)\s#]+)(#[^)\s]*)?(?=\))")
REMOTE = re.compile(r"<(?:script|img|iframe)[^>]*\bsrc=[\"']?(?:https?:)?//|<link[^>]*stylesheet[^>]*//")
# Guides come first in the search, then the tables of options and measurements, and decisions come last.
BOOSTS = {"decisions": 0.001, "migration.md": 0.1, "options.md": 0.1, "performance.md": 0.1, "settings.md": 0.1}
FENCE = re.compile(r"^\s*(```|~~~)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    section = (ROOT / "Cargo.toml").read_text().split("[workspace.package]\n")[1].split("\n[")[0]
    package = dict(re.findall(r'^([\w-]+) = "(.*)"$', section, re.M))
    decisions = sorted(file.name for file in (ROOT / "docs" / "decisions").glob("[0-9]*.md"))
    pages = [f"decisions/{name}" for name in ["README.md", *decisions]]
    config.nav[-1]["Reference"].append({"Decisions": pages})
    config.site_name = f"{config.site_name} {package['version']}"
    config.extra["repository"] = package["repository"]
    config.copyright = f'{package["license"]} · <a href="{package["repository"]}">{package["repository"]}</a>'
    return config


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    # An empty corner of a table is not a header.
    return re.sub(r"<th([^>]*)></th>", r"<td\1></td>", html)


def on_page_markdown(text: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    folder = posixpath.dirname(page.file.src_uri)
    if (boost := BOOSTS.get(folder or page.file.src_uri)) is not None:
        page.meta["search"] = {"boost": boost}

    def leave(link: re.Match[str]) -> str:
        before, target, anchor = link.group(1), link.group(2), link.group(3) or ""
        path = posixpath.normpath(posixpath.join("docs", folder, target))
        if ":" in target or path == "docs" or path.startswith("docs/"):
            return link.group()
        if path.startswith("..") or not (ROOT / path).exists():
            raise PluginError(f"docs/{page.file.src_uri} links to {target}, which is not there")
        kind = "tree" if (ROOT / path).is_dir() else "blob"
        return f"{before}{config.extra['repository']}/{kind}/HEAD/{path}{anchor}"

    lines, fenced = [], False
    for line in text.split("\n"):
        if FENCE.match(line):
            fenced = not fenced
            # `rust,no_run` is for rustdoc; the highlighter knows `rust`.
            line = re.sub(r"^(\s*```\w+),.*", r"\1", line)
        elif not fenced:
            line = LINK.sub(leave, line)
            if line.startswith("|"):
                # Tables of GitHub need the backslash in code, those of Python-Markdown show it.
                line = re.sub(r"`[^`]*`", lambda code: code.group().replace(r"\|", "|"), line)
        lines.append(line)
    return "\n".join(lines)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    if remote := REMOTE.search(output):
        raise PluginError(f"docs/{page.file.src_uri} would fetch {remote.group()}")
    # The theme gives no name to its search dialog.
    return output.replace('data-md-component="search" role="dialog"', 'data-md-component="search" role="dialog" aria-label="Search"')
