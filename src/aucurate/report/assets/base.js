"use strict";

/* The study inside the page. Only "<" was escaped in it, as \u003c; backslashes are read in pairs,
   so that a name with the characters \u003c in it stays that name. */
const aucurate = (() => {
  const inside = (id) => document.getElementById(id).textContent;
  let parsed = null;

  function studyText() {
    return inside("study-json").replace(/\\(\\|u003c)/g, (found, what) => what === "\\" ? found : "<");
  }

  function study() {
    if (parsed === null) parsed = JSON.parse(studyText());
    return parsed;
  }

  /* Said by a screen reader; the same words twice are said twice. */
  function announce(text) {
    const announcer = document.getElementById("announcer");
    announcer.textContent = "";
    window.setTimeout(() => { announcer.textContent = text; }, 50);
  }

  /* A text that a cell shows the beginning of. */
  let full = null;
  function fullText(place) {
    if (full === null) full = JSON.parse(inside("full-texts-json"));
    return full[place];
  }

  function saveAs(name, content, type) {
    const address = URL.createObjectURL(new Blob([content], { type }));
    saveAddress(name, address);
    window.setTimeout(() => URL.revokeObjectURL(address), 10000);
  }

  function saveAddress(name, address) {
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.hidden = true;
    document.body.append(link);
    link.click();
    link.remove();
    announce("Saved as " + name);
  }

  /* aucurate-compare-estimates.csv */
  function fileName(part, ending) {
    return ["aucurate", document.body.dataset.kind, part].filter(Boolean).join("-") + "." + ending;
  }

  return { studyText, study, announce, fullText, saveAs, saveAddress, fileName };
})();

for (const button of document.querySelectorAll("[data-save-json]")) {
  button.addEventListener("click", () => {
    aucurate.saveAs(aucurate.fileName("", "json"), aucurate.studyText() + "\n", "application/json");
  });
}
for (const button of document.querySelectorAll("[data-save-figure]")) {
  button.addEventListener("click", () => {
    const image = button.closest("figure").querySelector("img");
    aucurate.saveAddress(aucurate.fileName(button.dataset.saveFigure, "svg"), image.src);
  });
}
for (const one of document.querySelectorAll(".tools[hidden], .tool[hidden]")) one.hidden = false;
