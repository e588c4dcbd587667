"""How the page of the papers looks in a browser: no font, script or address of another host."""

STYLE = """
:root { color-scheme: light dark; --ink: #1c1c1c; --faint: #666; --line: #ddd; --paper: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e6e6; --faint: #a5a5a5; --line: #3a3a3a; --paper: #161616; }
}
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1, h2, h3 { line-height: 1.2; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); padding-bottom: .3rem; }
section { margin: 2rem 0; }
.small { color: var(--faint); font-size: .8rem; }
.wide { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; min-width: 26rem; font-size: .85rem;
  font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding-bottom: .4rem; }
th, td { padding: .2rem .7rem .2rem 0; text-align: right; vertical-align: top;
  border-bottom: 1px solid var(--line); }
th:first-child, .words { text-align: left; }
tbody th { font-weight: 400; }
thead th { border-bottom: 1px solid var(--ink); }
img { display: block; max-width: 100%; margin: 1rem 0; background: #fff; }
.state { display: inline-block; border-radius: .3rem; padding: 0 .5rem; font-weight: 600;
  color: #fff; background: #666; }
.s0, .s1 { background: #1a7f37; } .s2 { background: #8250df; } .s3 { background: #0969da; }
.s4 { background: #cf222e; }
dt { font-weight: 600; } dd { margin: 0 0 .4rem 1rem; }
summary { cursor: pointer; }
"""
