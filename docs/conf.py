"""The site: ``make docs`` builds it into build/docs/html."""

import os
import sys
from hashlib import sha256
from pathlib import Path
from shutil import rmtree

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "docs"
sys.path.insert(0, str(ROOT))

from numpydoc import xref  # noqa: E402
from tools.website.reference import public_objects  # noqa: E402

import aucurate  # noqa: E402


def _digest(folder: Path) -> str:
    """The state of the code below a folder, in sixteen letters."""
    sources = sorted(path for path in folder.rglob("*.*") if "__pycache__" not in path.parts)
    return sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]


project = "aucurate"
author = "The aucurate developers"
version = release = aucurate.__version__
html_title = f"aucurate {version}"
html_context = {"default_mode": "auto"}
html_last_updated_fmt = ""

extensions = [
    "myst_nb",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.mathjax",
    "sphinx_copybutton",
    "sphinx_design",
    "sphinxcontrib.bibtex",
    "tools.website.extension",
]
exclude_patterns = ["validation-cells.md", "README.md"]
nitpicky = True
smartquotes = False  # they make a dash of --label

# Pages in Markdown; those with a kernel in their head are run, and run again when they, or the
# package, change.
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 4
nb_execution_mode = "cache"
NOTEBOOKS = BUILD / "notebooks" / _digest(ROOT / "src" / "aucurate")
for outdated in {*NOTEBOOKS.parent.glob("*")} - {NOTEBOOKS}:
    rmtree(outdated)
nb_execution_cache_path = str(NOTEBOOKS)
nb_execution_raise_on_error = True
nb_execution_timeout = 300
nb_ipywidgets_js = {}

# Pages run without the user's own settings of IPython, and without the kernel's notes on sockets.
os.environ["IPYTHONDIR"] = str(BUILD / "ipython")
KERNEL_SETTINGS = BUILD / "ipython" / "profile_default" / "ipython_kernel_config.py"
KERNEL_SETTINGS.parent.mkdir(parents=True, exist_ok=True)
KERNEL_SETTINGS.write_text("get_config().IPKernelApp.log_level = 'ERROR'\n", encoding="utf-8")
nb_merge_streams = True

# The reference, from docstrings in numpydoc's format.
autosummary_generate = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
xref.DEFAULT_LINKS.clear()  # lead to the sites of Python and NumPy, which are not there offline
numpydoc_show_class_members = False
numpydoc_xref_param_type = True
numpydoc_xref_ignore = "all"
numpydoc_xref_aliases = public_objects()
add_module_names = False
toc_object_entries = False

bibtex_bibfiles = ["../src/aucurate/report/references.bib"]
bibtex_default_style = "as_written"
bibtex_reference_style = "author_year"

# Everything that a page needs comes with it: npm puts MathJax into the build.
html_theme = "pydata_sphinx_theme"
html_static_path = ["static", str(BUILD / "mathjax")]
html_extra_path = [str(BUILD / "extra")]  # the reports of the gallery
(BUILD / "extra").mkdir(parents=True, exist_ok=True)
html_css_files = ["site.css"]
mathjax_path = f"{next(BUILD.glob('mathjax/mathjax-*')).name}/tex-chtml.js"
html_theme_options = {
    "logo": {"text": "aucurate"},
    "header_links_before_dropdown": 6,
    "navigation_depth": 3,
    "collapse_navigation": True,
    "show_toc_level": 2,
    "show_prev_next": False,
    "use_edit_page_button": False,
    "secondary_sidebar_items": {
        "**": ["page-toc"],
        "cheat-sheet": [],
        "gallery/index": [],
        "methods": [],
        "validation": [],
    },
    "footer_start": ["copyright"],
    "footer_end": [],
}
html_copy_source = False
html_show_sourcelink = False
html_sidebars = {"index": [], "start": [], "which-test": [], "cheat-sheet": []}
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
