"use strict";

/* Text to the clipboard: by the new way where the browser allows it, else by the old one. */
const copying = (() => {
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return copyOldWay(text);
    }
  }

  function copyOldWay(text) {
    const before = document.activeElement;
    const area = document.createElement("textarea");
    area.value = text;
    area.setAttribute("aria-hidden", "true");
    area.style.cssText = "position: fixed; top: 0; left: 0; opacity: 0";
    document.body.append(area);
    area.select();
    let done = false;
    try {
      done = document.execCommand("copy");
    } catch {
      done = false;
    }
    area.remove();
    if (before) before.focus({ preventScroll: true });
    return done;
  }

  /* Paragraphs, headings and listings with an empty line between, items of a list without. */
  function textOf(element) {
    if (element.tagName === "PRE") return element.textContent;
    const blocks = Array.from(element.children, (block) =>
      /^[UO]L$/.test(block.tagName)
        ? Array.from(block.children, (item) => item.textContent).join("\n")
        : block.textContent);
    return blocks.join("\n\n") + "\n";
  }

  async function copyFrom(button, text) {
    const done = await copy(text);
    aucurate.announce(done ? "Copied" : "Not copied: the browser does not allow it");
    const label = button.textContent;
    if (label === "Copied") return;
    button.textContent = done ? "Copied" : "Not copied";
    window.setTimeout(() => { button.textContent = label; }, 1500);
  }

  return { copyFrom, textOf };
})();

for (const button of document.querySelectorAll("[data-copy-text]")) {
  button.addEventListener("click", () => {
    copying.copyFrom(button, copying.textOf(document.getElementById(button.dataset.copyText)));
  });
}
