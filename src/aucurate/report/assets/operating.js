// The interactive curve: joins the state (operating_state.js) to picture, table and fields.
(() => {
  "use strict";

  const PAUSE = 600; // milliseconds without a change after which it is read out
  const READ_OUT = 3; // classifiers
  const MOST_LINES = 6; // iso-cost lines that can be told apart
  const format = aucurate.operatingFormat;

  function start(root) {
    const curves = aucurate.study().curves.map(aucurate.operatingPoints.curveOf);
    const get = (name) => root.querySelector(`#operating-${name}`);
    const table = aucurate.operatingTable(root, curves, Number(root.dataset.z));
    const moves = aucurate.operatingState(curves);
    const shown = new Set(curves.keys());
    const prevalences = curves.map((curve) => curve.nPositive / (curve.nPositive + curve.nNegative));
    const initial = firstState();
    let state = initial;
    let speaking = 0;

    const plot = aucurate.operatingPlot(root, curves, {
      move: (index, place) => go(moves.moved(state, index, place), { isSilent: true }),
      describe: table.described,
      isShown: (index) => shown.has(index),
    });
    const fill = fields();

    function firstState() {
      const typed = get("prevalence").value;
      return {
        rule: root.dataset.rule,
        use: {
          prevalence: typed === "" ? null : Number(typed),
          costRatio: Number(get("cost-ratio").value),
        },
        points: curves.map((_, index) => table.firstPoint(index)),
        active: 0,
        threshold: null,
        words: root.dataset.words,
      };
    }

    // A new state, seen everywhere but in the field that somebody is typing in.
    function go(next, { typing = null, isSilent = false } = {}) {
      state = next;
      table.draw(state.points, state.use, state.active);
      plot.draw(state.points, state.points.map(table.spoken), slopes());
      const rates = state.rule === "cost" ? "" : "rates for ";
      get("state").textContent = `${ruleWords()}; ${rates}${useWords()}.`;
      get("rule").value = state.rule;
      const option = get("rule").selectedOptions[0];
      get("rule-help").textContent = option.dataset.help;
      Object.entries(fill).forEach(([name, put]) => name !== typing && put());
      clearTimeout(speaking);
      if (!isSilent) speaking = setTimeout(readOut, PAUSE);
    }

    function readOut() {
      const some = state.points.slice(0, READ_OUT);
      const told = some.map((point, index) => `${table.names[index]}: ${table.spoken(point)}`);
      const more = state.points.length - told.length;
      if (more > 0) told.push(`${more} more in the table`);
      aucurate.announce(`${get("state").textContent} ${told.join(". ")}.`);
    }

    function ruleWords() {
      if (state.words !== null) return state.words;
      const leader = table.names[state.active];
      const isExact = curves.every((curve) => curve.isWhole);
      const wanted = `${isExact ? "threshold " : ""}${format.threshold(state.threshold)}`;
      return {
        cost: "Each classifier at its point of least expected cost",
        threshold: `Each classifier ${isExact ? "with the decisions of" : "at its threshold nearest to"} ${wanted}`,
        specificity: `Each classifier with at least the specificity of ${leader}`,
        sensitivity: `Each classifier with at least the sensitivity of ${leader}`,
        own: "Each classifier at its own point",
      }[state.rule];
    }

    function useWords() {
      const { prevalence, costRatio } = state.use;
      const shares = new Set(prevalences.map(format.percent));
      let where = "prevalence of each test set";
      if (shares.size === 1) where = `prevalence ${[...shares][0]} as in the test set`;
      if (prevalence !== null) where = `prevalence ${format.percent(prevalence)}`;
      const costs = costRatio === 1 ? "as much as" : `${costRatio} times`;
      return `${where}; a false negative costs ${costs} a false positive`;
    }

    // Of iso-cost lines, where points were found by them: as [index, slope].
    function slopes() {
      const wanted = shown.size > MOST_LINES ? [state.active] : [...shown];
      if (state.rule !== "cost") return [];
      return wanted.filter((index) => shown.has(index)).map((index) => {
        const share = state.use.prevalence ?? prevalences[index];
        return [index, (1 - share) / share / state.use.costRatio];
      });
    }

    // All fields, each with a function that fills it from the state.
    function fields() {
      const found = { ...useFields(), threshold: commonThreshold() };
      curves.forEach((_, index) => (found[`threshold-${index}`] = ownThreshold(index)));
      return found;
    }

    function watched(field, name, kind) {
      const put = aucurate.operatingFields.watch(field, { ...kind, done: () => fill[name]() });
      field.readOnly = false;
      return put;
    }

    function commonThreshold() {
      const put = watched(get("threshold"), "threshold", {
        isGood: () => true,
        refusal: "a threshold is a number, such as 0.5",
        take: (number) => go(moves.atThreshold(state, number), { typing: "threshold" }),
      });
      return () => put(state.threshold === null ? "" : format.threshold(state.threshold));
    }

    function ownThreshold(index) {
      const field = root.querySelector(`#threshold-${index}`);
      const name = `threshold-${index}`;
      const put = watched(field, name, {
        isGood: () => true,
        refusal: "a threshold is a number",
        take: (number) => {
          const place = aucurate.operatingPoints.standingFor(curves[index], number);
          go(moves.moved(state, index, place), { typing: name });
        },
      });
      return () => {
        const text = format.thresholdOf(state.points[index]);
        put(text);
        field.size = Math.min(20, text.length);
      };
    }

    function useFields() {
      const change = (typing, use) => go(moves.withUse(state, use), { typing });
      const putShare = watched(get("prevalence"), "prevalence", {
        isGood: (number) => number > 0 && number < 1,
        refusal: "a number between 0 and 1: 2 percent is 0.02",
        take: (prevalence) => change("prevalence", { prevalence }),
        empty: () => change("prevalence", { prevalence: null }),
      });
      const putRatio = watched(get("cost-ratio"), "cost-ratio", {
        isGood: (number) => number > 0 && number < Infinity,
        refusal: "a number above 0, such as 5",
        take: (costRatio) => change("cost-ratio", { costRatio }),
      });
      const [share, ratio] = [get("prevalence-slider"), get("cost-ratio-slider")];
      share.addEventListener("input", () =>
        change("slider", { prevalence: shareAt(Number(share.value)) }),
      );
      ratio.addEventListener("input", () =>
        change("slider", { costRatio: Number((10 ** Number(ratio.value)).toPrecision(2)) }),
      );
      return {
        prevalence: () => putShare(state.use.prevalence === null ? "" : String(state.use.prevalence)),
        "cost-ratio": () => putRatio(String(state.use.costRatio)),
        slider: () => {
          const there = state.use.prevalence ?? prevalences[0];
          share.value = Math.log(there / (1 - there));
          ratio.value = Math.log10(state.use.costRatio);
          share.setAttribute("aria-valuetext", `prevalence ${format.percent(there)}`);
          ratio.setAttribute("aria-valuetext", `${state.use.costRatio} times a false positive`);
        },
      };
    }

    function choose(indices, isChosen) {
      indices.forEach((index) => (isChosen ? shown.add(index) : shown.delete(index)));
      root.querySelectorAll("[data-shows]").forEach((box) => {
        box.checked = shown.has(Number(box.dataset.shows));
      });
      go(state, { isSilent: true });
    }

    function listen() {
      get("controls").addEventListener("submit", (event) => event.preventDefault());
      get("rule").addEventListener("change", () => go(moves.withRule(state, get("rule").value)));
      get("reset").addEventListener("click", () => go(initial));
      root.querySelectorAll("[data-shows]").forEach((box) => {
        box.disabled = false;
        box.addEventListener("change", () => choose([Number(box.dataset.shows)], box.checked));
      });
      ["show", "hide"].forEach((what) => {
        const button = get(`${what}-all`);
        button?.removeAttribute("hidden");
        button?.addEventListener("click", () => choose([...curves.keys()], what === "show"));
      });
      get("controls").hidden = false;
      get("help").hidden = false;
    }

    listen();
    go(state, { isSilent: true });
  }

  // A share from a slider on the scale of its log odds, with two digits of the rarer class.
  function shareAt(logOdds) {
    const rarer = Number((1 / (1 + Math.exp(Math.abs(logOdds)))).toPrecision(2));
    return logOdds > 0 ? Number((1 - rarer).toPrecision(12)) : rarer;
  }

  const root = document.getElementById("operating");
  if (root !== null) start(root);
})();
