"""The extension of Sphinx that builds the site: generated pages, and links into them.

- The pages of :mod:`tools.website.reference` and :mod:`tools.website.command_line`, and the
  gallery, are made before the build, in folders that git ignores.
- References in docstrings lead to the page of a public object, whichever module they name.
- Links of pages to a module (``../src/aucurate/inference/auc/delong.py``), which work where the
  pages are read as files, lead to the page of its methods.
- Code such as ``au.compare(...)`` or ``delong_test`` in any page becomes a link to its reference.
- A decimal number in the text of a page that is run (but for those like 0.5) must stand in its code
  or output, or the build fails: what a page says about a result cannot be out of date.
"""

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from pybtex.plugin import register_plugin
from pybtex.style.formatting.plain import Style as PlainStyle
from pybtex.style.template import field, sentence
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.nodes import make_refnode
from tools.website import command_line, gallery, reference
from tools.website.examples import with_imports

_LOGGER = logging.getLogger(__name__)
_SPELLED = re.compile(r"(?:au|aucurate)\.([\w.]+)(?:\(.*\))?", re.DOTALL)
_BARE = re.compile(r"(\w*[a-z]\w*)((?:\.\w+)?)(?:\(.*\))?", re.DOTALL)
_OF_OTHERS = "coming-from/"  # pages on which a plain name may be that of another package
_ANCHOR = re.compile(r'^<a id="([\w-]+)"></a>$', re.MULTILINE)
_SOURCE_LINK = re.compile(
    r"\[(?P<code>`?)(?P<text>[^]`]+)`?\]\((?:\.\./)+src/(?P<path>aucurate/[\w/]+)\.py"
    r"(?P<anchor>#[\w-]+)?\)"
)
_MODULE_TARGET = re.compile(r"(?P<kind>module|page):(?P<module>[\w.]+)(?:#(?P<anchor>[\w-]+))?")
_DECIMAL = re.compile(r"(?<![\w.])(?!0\.\d(?!\d))\d+\.\d+(?![\w]|\.\d)")  # 0.5 is no result
_DOWNLOAD = re.compile(r"\[([^]]+)\]\(((?:\.\./)*validation-cells\.md)\)")  # too long for a page
_COLUMNS = re.compile(r"\S {2,}\S")
_NOT_PROSE = (nodes.container, nodes.literal, nodes.literal_block)
_COMMAND = re.compile(r"aucurate ([a-z]+)(?: .*)?", re.DOTALL)


class AsWritten(PlainStyle):  # type: ignore[misc]
    """Works cited with their titles as the bibliography has them, ROC in capitals."""

    def format_title(self, entry: Any, which_field: str, as_sentence: bool = True) -> Any:
        """The title, not made lower case."""
        title = field(which_field)
        return sentence[title] if as_sentence else title


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect to the steps of a build."""
    register_plugin("pybtex.style.formatting", "as_written", AsWritten)
    app.connect("builder-inited", _write_pages)
    app.connect("source-read", _as_myst)
    app.connect("autodoc-process-docstring", _with_links, priority=900)
    app.connect("autodoc-process-signature", _without_types)
    app.connect("missing-reference", _resolved)
    app.connect("doctree-resolved", _link_code)
    app.connect("doctree-resolved", _compare_figures)
    app.connect("doctree-resolved", _mark_columns)
    app.connect("build-finished", _remove_outdated)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}


def _write_pages(app: Sphinx) -> None:
    source = Path(app.srcdir)
    written = {**reference.pages(), **command_line.pages()}
    for name, text in written.items():
        path = source / f"{name}.rst"
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    for folder in {Path(name).parent for name in written}:
        for path in (source / folder).glob("*.rst"):
            if f"{folder}/{path.stem}" not in written:
                path.unlink()
    gallery.write(source, Path(app.config.html_extra_path[0]) / "reports")


def _as_myst(app: Sphinx, page: str, source: list[str]) -> None:
    """What pages written for GitHub say in HTML, or of files that are no pages, in MyST."""
    text = _ANCHOR.sub(r"(\1)=", source[0])
    text = _DOWNLOAD.sub(r"{download}`\1 <\2>`", text)
    source[0] = _SOURCE_LINK.sub(_to_module, text)


def _to_module(link: re.Match[str]) -> str:
    """A role for the page of a module; its text is code, or ``page:`` says that it is not."""
    module = link["path"].replace("/", ".").removesuffix(".__init__")
    kind = "module" if link["code"] else "page"
    return f"{{py:mod}}`{link['text']} <{kind}:{module}{link['anchor'] or ''}>`"


def _with_links(
    app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    text = reference.with_links("\n".join(lines))
    home = getattr(inspect.unwrap(obj) if callable(obj) else obj, "__module__", None) or ""
    if home.startswith("aucurate"):
        text = with_imports(text, home)
    lines[:] = text.split("\n")


def _without_types(
    app: Sphinx,
    what: str,
    name: str,
    obj: object,
    options: object,
    signature: str | None,
    returned: str | None,
) -> tuple[str, str | None] | None:
    """A signature with names and defaults: the section of parameters has the types."""
    if not signature:
        return None
    try:
        parsed = ast.parse(f"def f{signature}: ...").body[0]
    except SyntaxError:  # a default without a literal
        return None
    assert isinstance(parsed, ast.FunctionDef)
    arguments = parsed.args
    for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        each.annotation = None
    for variadic in (arguments.vararg, arguments.kwarg):
        if variadic is not None:
            variadic.annotation = None
    return f"({ast.unparse(arguments)})", None if what == "class" else returned


def _resolved(app: Sphinx, env: Any, node: nodes.Element, content: nodes.Node) -> Any:
    """Where a reference leads that names no documented object as it stands."""
    if node.get("refdomain") != "py":
        return None
    target: str = node["reftarget"]
    if match := _MODULE_TARGET.fullmatch(target):
        page = reference.page_of_module(match["module"])
        if match["kind"] == "page":
            content = nodes.inline("", content.astext())
        if page is None:
            return content
        return make_refnode(app.builder, node["refdoc"], page, match["anchor"] or "", content)
    try:
        name = reference.public_name(target)
    except reference.UnknownNameError:
        return None if target.startswith("aucurate.") else content
    return (name and _to_object(app, env, node["refdoc"], name, content)) or content


def _to_object(app: Sphinx, env: Any, page: str, name: str, content: nodes.Node) -> Any:
    entry = env.domaindata["py"]["objects"].get(name)
    if entry is None:
        return None
    return make_refnode(app.builder, page, entry.docname, entry.node_id, content, name)


def _link_code(app: Sphinx, doctree: nodes.document, page: str) -> None:
    for literal in list(_unlinked(doctree)):
        text = literal.astext()
        link = None
        if (command := _COMMAND.fullmatch(text)) and command[1] in dict(command_line.commands()):
            path = f"{command_line.FOLDER}/{command[1]}"
            if path != page:
                link = make_refnode(app.builder, page, path, "", literal.deepcopy())
        elif (name := _named(text, page)) and page != reference.page_of(name):
            link = _to_object(app, app.env, page, name, literal.deepcopy())
        if link is not None:
            literal.replace_self(link)


def _unlinked(doctree: nodes.document) -> Iterator[nodes.literal]:
    for literal in doctree.findall(nodes.literal):
        parents = _parents(literal)
        if not any(isinstance(each, nodes.reference | nodes.title) for each in parents):
            yield literal


def _parents(node: nodes.Node) -> Iterator[nodes.Node]:
    while (parent := node.parent) is not None:
        yield parent
        node = parent


def _named(code: str, page: str) -> str | None:
    """The public object that a piece of code names: ``au.compare(data)``, ``delong_test``.

    A plain word such as ``rank`` may mean anything; with a capital or an underscore it does not.
    """
    if match := _SPELLED.fullmatch(code):
        try:
            return reference.public_name(f"aucurate.{match[1]}")
        except reference.UnknownNameError:
            return None
    match = _BARE.fullmatch(code)
    if match and re.search(r"[A-Z_]", match[1]) and not page.startswith(_OF_OTHERS):
        known = reference.public_objects().get(match[1])
        return known and known + match[2]
    return None


def _compare_figures(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Refuse decimal numbers in the text of a page that none of its cells has or prints."""
    cells = [node for node in doctree.findall(nodes.container) if "cell" in node["classes"]]
    if not cells:
        return
    known = set(_DECIMAL.findall(" ".join(re.sub(r"<[^>]*>", " ", c.astext()) for c in cells)))
    for text in doctree.findall(nodes.Text):
        parents = list(_parents(text))
        if any(isinstance(each, _NOT_PROSE) for each in parents):
            continue
        for number in _DECIMAL.findall(text.astext().replace("CC BY 4.0", "")):
            if number not in known:
                _LOGGER.warning("no cell of %s has or prints %s", page, number, location=text)


def _mark_columns(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Give printed tables a class of their own: sentences may wrap, columns may not."""
    for container in doctree.findall(nodes.container):
        if "cell_output" in container["classes"]:
            for block in container.findall(nodes.literal_block):
                if _COLUMNS.search(block.astext()):
                    block["classes"].append("columns")


def _remove_outdated(app: Sphinx, error: Exception | None) -> None:
    """Delete pages that an earlier build has written and this one has no source of."""
    if error is not None or app.builder.format != "html":
        return
    out = Path(app.outdir)
    kept = set(app.env.found_docs) | {"genindex", "py-modindex", "search"}
    for path in out.rglob("*.html"):
        name = path.relative_to(out).with_suffix("").as_posix()
        if name not in kept and not name.startswith(("_static/", "reports/")):
            path.unlink()
