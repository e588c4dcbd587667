// The numbers of all operating points: the table, the matrix of one classifier, and their words.
aucurate.operatingTable = (root, curves, z) => {
  "use strict";

  const { RATES, rateEstimate } = aucurate.intervals;
  const format = aucurate.operatingFormat;
  const rows = curves.map((_, index) => root.querySelector(`[data-classifier-index="${index}"]`));
  const names = rows.map((row) => row.querySelector(".name").textContent.trim());
  const cells = rows.map(cellsOf);
  const matrix = root.querySelector("#operating-confusion");
  const drawn = curves.map(() => ({ point: null, use: null })); // what each row shows

  function cellsOf(row) {
    const found = new Map();
    row.querySelectorAll("[data-rate]").forEach((cell) => found.set(cell.dataset.rate, cell));
    return found;
  }

  // The operating point that a row shows before anything has moved: that of Python.
  function firstPoint(index) {
    const value = (name) => Number(cells[index].get(name).dataset.value);
    const calls = {
      threshold: value("threshold"),
      truePositives: value("true_positives"),
      falsePositives: value("false_positives"),
      nPositive: curves[index].nPositive,
      nNegative: curves[index].nNegative,
    };
    return { ...calls, at: aucurate.operatingPoints.placeOf(curves[index], calls) };
  }

  function countsOf(point) {
    return {
      true_positives: point.truePositives,
      false_positives: point.falsePositives,
      false_negatives: point.nPositive - point.truePositives,
      true_negatives: point.nNegative - point.falsePositives,
    };
  }

  function thresholdWords(index, point) {
    return `score ${curves[index].lower ? "≤" : "≥"} ${format.thresholdOf(point)}`;
  }

  function drawEstimate(cell, estimate) {
    const shown = format.estimate(estimate);
    cell.dataset.value = String(estimate.value);
    cell.dataset.low = String(estimate.low);
    cell.dataset.high = String(estimate.high);
    cell.querySelector(".value").textContent = shown.value;
    cell.querySelector(".interval").textContent = shown.interval;
  }

  function drawRow(index, point, use) {
    const row = cells[index];
    row.get("threshold").dataset.value = String(point.threshold);
    Object.entries(countsOf(point)).forEach(([name, count]) => {
      row.get(name).dataset.value = String(count);
      row.get(name).textContent = format.count(count);
    });
    RATES.filter((rate) => row.has(rate)).forEach((rate) => {
      drawEstimate(row.get(rate), rateEstimate(rate, point, use, z));
    });
  }

  function drawMatrix(index, point) {
    matrix.querySelector("#operating-confusion-name").textContent = names[index];
    matrix.querySelector("#operating-confusion-threshold").textContent = thresholdWords(index, point);
    matrix.querySelectorAll("[data-confusion-size]").forEach((place) => {
      const size = place.dataset.confusionSize === "positive" ? point.nPositive : point.nNegative;
      place.textContent = format.count(size);
    });
    Object.entries(countsOf(point)).forEach(([name, count]) => {
      const cell = matrix.querySelector(`[data-confusion="${name}"]`);
      const isOfPositives = name === "true_positives" || name === "false_negatives";
      const share = count / (isOfPositives ? point.nPositive : point.nNegative);
      cell.style.setProperty("--share", share);
      cell.querySelector(".count").textContent = format.count(count);
      cell.querySelector(".of").textContent = format.percent(share);
    });
  }

  function draw(points, use, active) {
    points.forEach((point, index) => {
      const isNew = drawn[index].point !== point || drawn[index].use !== use;
      if (isNew) drawRow(index, point, use);
      drawn[index] = { point, use };
      rows[index].classList.toggle("is-active", index === active && points.length > 1);
    });
    drawMatrix(active, points[active]);
  }

  const rate = (name, point) =>
    format.estimate(rateEstimate(name, point, { prevalence: null, costRatio: 1 }, z));

  // A point in one line, for those who hear it.
  function spoken(point) {
    const found = rate("sensitivity", point).value;
    const calls = `${format.count(point.truePositives)} of ${format.count(point.nPositive)}`;
    const spared = rate("specificity", point).value;
    const threshold = `threshold ${format.thresholdOf(point)}`;
    return `${threshold}, sensitivity ${found} (${calls}), specificity ${spared}`;
  }

  // A point in a few lines, for the tip beside it.
  function described(index, point) {
    const counts = Object.fromEntries(
      Object.entries(countsOf(point)).map(([name, count]) => [name, format.count(count)]),
    );
    const [found, spared] = ["sensitivity", "specificity"].map((name) => rate(name, point));
    return {
      title: names[index],
      lines: [
        thresholdWords(index, point),
        `${counts.true_positives} true, ${counts.false_positives} false positives`,
        `${counts.true_negatives} true, ${counts.false_negatives} false negatives`,
        `sensitivity ${found.value} ${found.interval}`,
        `specificity ${spared.value} ${spared.interval}`,
      ],
    };
  }

  return { described, draw, firstPoint, names, spoken };
};
