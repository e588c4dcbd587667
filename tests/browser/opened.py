"""A report open in the browser, and all that it asked for or complained about."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_INSIDE = ("data:", "blob:")  # addresses that stand for bytes of the page itself
_WATCH = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => {
  window.violations.push(`${event.violatedDirective} ${event.blockedURI}`);
});
"""


@dataclass  # without slots: Playwright marks the object whose methods it is given
class Opened:
    """A page of its own context, with what it asked for and what went wrong."""

    page: Any
    path: Path
    asked: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, browser: Any, path: Path, **context: Any) -> "Opened":
        """Open a file in a context that reaches no network; ``context`` are its options."""
        options = {"viewport": {"width": 1200, "height": 900}} | context
        fresh = browser.new_context(**options)
        fresh.set_default_timeout(15_000)
        fresh.set_offline(True)
        one = cls(fresh.new_page(), path)
        fresh.route("**/*", one._route)
        one.page.on("request", lambda request: one.asked.append(request.url))
        one.page.on("websocket", lambda socket: one.refused.append(socket.url))
        one.page.on("console", one._hear)
        one.page.on("pageerror", lambda error: one.complaints.append(str(error)))
        if context.get("java_script_enabled", True):
            fresh.add_init_script(_WATCH)
        one.page.goto(path.as_uri(), wait_until="load")
        return one

    def close(self) -> None:
        """Close the page, after a last look at what its policy refused."""
        if not self.page.is_closed():
            self.complaints += self.page.evaluate("window.violations || []")
            self.page.context.close()

    def assert_clean(self) -> None:
        """Nothing was asked of anybody, nothing failed, and no policy was broken."""
        assert self.asked, "the page itself was not seen: the watch does not work"
        outside = [url for url in self.asked if not self._is_own(url)]
        assert not outside
        assert not self.refused
        assert not self.complaints

    def _is_own(self, url: str) -> bool:
        return url.partition("#")[0] == self.path.as_uri() or url.startswith(_INSIDE)

    def _route(self, route: Any) -> None:
        if self._is_own(route.request.url):
            route.continue_()
        else:
            self.refused.append(route.request.url)
            route.abort()

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")
