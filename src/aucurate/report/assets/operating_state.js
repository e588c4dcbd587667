// Which operating points are looked at, and how the others follow when one is moved.
//
// A state has the points of all classifiers, the rule that binds them ("cost", "threshold",
// "specificity", "sensitivity", "own"), the use they are put to, the classifier moved last
// (active), the threshold asked for all of them (null unless that is the rule), and words for the
// points the study began with (null when they have moved). States are not changed: every move
// gives a new one.
aucurate.operatingState = (curves) => {
  "use strict";

  const { leastCost, rateValue } = aucurate.intervals;
  const { bestWith, pointAt, standingFor } = aucurate.operatingPoints;

  const at = (index, place) => pointAt(curves[index], place);
  const all = (placeOf) => curves.map((curve, index) => at(index, placeOf(curve)));

  function cheapest(state) {
    const points = all((curve) => leastCost(curve, state.use, curve.first));
    return { ...state, points, threshold: null, words: null };
  }

  // All others where the rule wants them, seen from the active one.
  function followed(state) {
    const { rule, active } = state;
    const leader = state.points[active];
    const keep = (points, threshold = null) => ({
      ...state,
      points: points.map((point, index) => (index === active ? leader : point)),
      threshold,
      words: null,
    });
    if (rule === "threshold") {
      return keep(all((curve) => standingFor(curve, leader.threshold)), leader.threshold);
    }
    if (rule === "specificity" || rule === "sensitivity") {
      const value = rateValue(rule, leader, state.use);
      return keep(all((curve) => bestWith(curve, rule, value)));
    }
    return keep(state.points);
  }

  // One classifier at a point of its curve. Where all were at their least cost, each is then left
  // where it is.
  function moved(state, index, place) {
    const points = state.points.map((point, k) => (k === index ? at(k, place) : point));
    const rule = state.rule === "cost" ? "own" : state.rule;
    return followed({ ...state, points, rule, active: index });
  }

  // All classifiers at the points that one threshold stands for.
  function atThreshold(state, threshold) {
    const points = all((curve) => standingFor(curve, threshold));
    return { ...state, rule: "threshold", points, threshold, words: null };
  }

  function withRule(state, rule) {
    const next = { ...state, rule };
    if (rule === "own") return { ...next, threshold: null, words: null };
    return rule === "cost" ? cheapest(next) : followed(next);
  }

  function withUse(state, change) {
    const next = { ...state, use: { ...state.use, ...change } };
    return state.rule === "cost" ? cheapest(next) : next;
  }

  return { atThreshold, moved, withRule, withUse };
};
