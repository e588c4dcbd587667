// The operating points of one classifier, and how one of them is found.
//
// A curve runs from "nobody is positive" to "everybody is". Its thresholds are those of the scores
// as they were given: positive is what is at least the threshold, or at most where "lower".
aucurate.operatingPoints = (() => {
  "use strict";

  const { SAME } = aucurate.intervals;

  // From the JSON of a study, where infinities are strings. "first" is the first point that can be
  // had: no threshold is above a score that is infinite.
  function curveOf(data) {
    const thresholds = Float64Array.from(data.thresholds, Number);
    return {
      name: data.name,
      lower: data.lower,
      nPositive: data.n_positive,
      nNegative: data.n_negative,
      thresholds,
      truePositives: data.true_positives,
      falsePositives: data.false_positives,
      first: thresholds[0] === thresholds[1] ? 1 : 0,
      last: thresholds.length - 1,
      isWhole: thresholds.length === data.n_points,
    };
  }

  function pointAt(curve, at) {
    return {
      at,
      threshold: curve.thresholds[at],
      truePositives: curve.truePositives[at],
      falsePositives: curve.falsePositives[at],
      nPositive: curve.nPositive,
      nNegative: curve.nNegative,
    };
  }

  // The point that a threshold stands for: where all are here, the one with the same calls; of a
  // longer curve the nearest.
  function standingFor(curve, wanted) {
    return curve.isWhole ? callingSame(curve, wanted) : nearest(curve, wanted);
  }

  // Between two scores all thresholds call the same: those of the score that they do not leave out.
  function callingSame({ lower, thresholds, first, last }, wanted) {
    const isReached = (at) => (lower ? thresholds[at] <= wanted : thresholds[at] >= wanted);
    let at = first;
    while (at < last && isReached(at + 1)) at += 1;
    return at;
  }

  // The point whose threshold is nearest; of those equally near, the one that calls most positive.
  // All that are not infinite themselves are equally far from infinity.
  function nearest(curve, wanted) {
    const { thresholds, first, last } = curve;
    const away = (at) => (thresholds[at] === wanted ? 0 : Math.abs(thresholds[at] - wanted));
    let best = first;
    for (let at = first + 1; at <= last; at += 1) {
      if (away(at) <= away(best)) best = at;
    }
    return best;
  }

  // The best sensitivity with at least this specificity, or the other way round.
  function bestWith(curve, rate, value) {
    const { truePositives, falsePositives, nPositive, nNegative, first, last } = curve;
    let at = first;
    if (rate === "sensitivity") {
      while (at < last && truePositives[at] / nPositive < value - SAME) at += 1;
      while (at < last && falsePositives[at + 1] === falsePositives[at]) at += 1;
      return at;
    }
    const spared = (place) => (nNegative - falsePositives[place]) / nNegative;
    while (at < last && spared(at + 1) >= value - SAME) at += 1;
    while (at > first && truePositives[at - 1] === truePositives[at]) at -= 1;
    return at;
  }

  // Where on the curve calls stand that may be none of its points: those of a threshold that the
  // study was given. It is the last point that calls no more.
  function placeOf(curve, { threshold, truePositives, falsePositives }) {
    const exact = curve.thresholds.indexOf(threshold);
    if (exact >= curve.first) return exact;
    let at = curve.first;
    while (
      at < curve.last &&
      curve.truePositives[at + 1] <= truePositives &&
      curve.falsePositives[at + 1] <= falsePositives
    ) {
      at += 1;
    }
    return at;
  }

  return { curveOf, pointAt, standingFor, bestWith, placeOf };
})();
