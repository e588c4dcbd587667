"use strict";

/* Tables that sort by a click on a header (up, down, as it was), copy as shown, save every digit. */
const tables = (() => {
  const NUMBER = /^([<>]?)\s*([-+\u2212]?(?:\d[\d,]*)?(?:\.\d+)?(?:e[-+]?\d+)?)\s*%?(?:$|\s+to\s|\s*[(/])/i;
  const WORDS = { "inf": Infinity, "-inf": -Infinity, "Infinity": Infinity, "-Infinity": -Infinity,
    "above all": Infinity, "below all": -Infinity };

  /* The numbers of a cell such as "< 0.001", "1,234", "23.6%" or "0.010 to 0.174"; null if none. */
  function numbersOf(text) {
    if (Object.hasOwn(WORDS, text)) return [WORDS[text], 0];
    const found = NUMBER.exec(text);
    if (!found || !/\d/.test(found[2])) return null;
    const first = plain(found[2]);
    const side = { "<": -1, ">": 1, "": 0 }[found[1]];
    const rest = /\sto\s+([^\s)]+)/.exec(text);
    return [first, side || (rest ? plain(rest[1]) : 0)];
  }

  function plain(text) {
    if (Object.hasOwn(WORDS, text)) return WORDS[text];
    return Number(text.replaceAll(",", "").replace("\u2212", "-"));
  }

  const shownIn = (cell) => cell.textContent.trim();

  /* By numbers where most cells of a column begin with one, else by the order of the characters;
     cells that are no number come after those that are, empty ones last, whichever way it goes. */
  function sorted(rows, column, direction) {
    const keyed = rows.map((row) => {
      const text = shownIn(row.cells[column]);
      return { row, text, numbers: numbersOf(text) };
    });
    const filled = keyed.filter((one) => one.text !== "");
    const byNumber = 2 * filled.filter((one) => one.numbers).length > filled.length;
    const rank = (one) => one.text === "" ? 2 : byNumber && !one.numbers ? 1 : 0;
    const order = (a, b) => byNumber && a.numbers && b.numbers
      ? compare(a.numbers[0], b.numbers[0]) || compare(a.numbers[1], b.numbers[1])
      : compare(a.text, b.text);
    keyed.sort((a, b) => rank(a) - rank(b) || direction * order(a, b));
    return keyed.map((one) => one.row);
  }

  function compare(a, b) {
    return a < b ? -1 : a > b ? 1 : 0;
  }

  const given = new WeakMap();  /* the rows of a table in the order of the study */

  function sortBy(table, column, direction) {
    const rows = given.get(table);
    table.tBodies[0].append(...(direction ? sorted(rows, column, direction) : rows));
  }

  function makeSortable(table) {
    given.set(table, Array.from(table.tBodies[0].rows));
    const heads = Array.from(table.tHead.rows[0].cells);
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const next = { ascending: "descending", descending: "" }[head.ariaSort] ?? "ascending";
        for (const other of heads) other.removeAttribute("aria-sort");
        if (next) head.setAttribute("aria-sort", next);
        sortBy(table, column, { ascending: 1, descending: -1 }[next] ?? 0);
        aucurate.announce(next ? `Sorted by ${button.textContent}, ${next}` : "In the order of the study");
      });
    });
  }

  const inOneLine = (text) => text.replace(/[\t\r\n]+/g, " ");

  /* A field in a cell reads as what is in it. */
  function withFields(cell) {
    const copy = cell.cloneNode(true);
    for (const field of copy.querySelectorAll("input")) field.replaceWith(field.value);
    return copy;
  }

  /* As shown and in the order shown, cells between tabs. */
  function asText(table) {
    return Array.from(table.rows, (row) =>
      Array.from(row.cells, (cell) => inOneLine(shownIn(withFields(cell)))).join("\t") + "\n").join("");
  }

  /* The whole text of a cell, also of one that shows the beginning only. */
  function exactText(cell) {
    const link = cell.querySelector("[data-full]");
    return link ? aucurate.fullText(Number(link.dataset.full)) : cell.textContent;
  }

  /* As RFC 4180 has it, with \n; the rows in the order of the study, whatever is shown. */
  function asCsv(table) {
    const rows = [table.tHead.rows[0], ...given.get(table)];
    return rows.map((row) => {
      const fields = Array.from(row.cells, (cell) => quoted(exactText(cell)));
      return (fields.length === 1 && fields[0] === "" ? '""' : fields.join(",")) + "\n";
    }).join("");
  }

  function quoted(text) {
    return /[",\r\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
  }

  return { makeSortable, numbersOf, sorted, asText, asCsv };
})();

for (const table of document.querySelectorAll("table.sortable")) tables.makeSortable(table);
for (const button of document.querySelectorAll("[data-copy-table]")) {
  button.addEventListener("click", () => {
    copying.copyFrom(button, tables.asText(document.getElementById(button.dataset.copyTable)));
  });
}
for (const button of document.querySelectorAll("[data-save-csv]")) {
  button.addEventListener("click", () => {
    const table = document.getElementById(button.dataset.saveCsv);
    const name = aucurate.fileName(button.dataset.file, "csv");
    aucurate.saveAs(name, tables.asCsv(table), "text/csv;charset=utf-8");
  });
}
