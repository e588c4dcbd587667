// Rates at one operating point with their intervals, from four counts.
//
// The same numbers as aucurate.inference.rates has with kind "score" (Wilson, Koopman, MOVER; what
// is what stands there), operation by operation, and the choice of aucurate.curve.best_points for
// the least expected cost. tests/report/test_intervals_js.py holds it to them.
//
// counts: { truePositives, falsePositives, nPositive, nNegative }
// use:    { prevalence (null for that of the test set), costRatio (what a missed positive costs
//           where a false alarm costs 1) }
// z:      the normal quantile of the confidence
aucurate.intervals = (() => {
  "use strict";

  const FARTHEST = 600; // of the logarithm of a ratio
  const SAME = 1e-14; // of the larger of 1 and the best value: criteria equal but for rounding

  // How many of each class were called what; with a prevalence, shares of a population that has it.
  function callsOf(counts, prevalence) {
    const { truePositives, falsePositives, nPositive, nNegative } = counts;
    const up = prevalence === null ? 1 : prevalence / nPositive;
    const down = prevalence === null ? 1 : (1 - prevalence) / nNegative;
    return {
      truePositives: truePositives * up,
      falsePositives: falsePositives * down,
      falseNegatives: (nPositive - truePositives) * up,
      trueNegatives: (nNegative - falsePositives) * down,
    };
  }

  function everyone(counts, calls, prevalence) {
    if (prevalence === null) return counts.nPositive + counts.nNegative;
    const right = calls.truePositives + calls.trueNegatives;
    return right + calls.falsePositives + calls.falseNegatives;
  }

  // A rate without a denominator is NaN; only a likelihood ratio can be infinite.
  const VALUES = {
    sensitivity: (counts, own) => own.truePositives / counts.nPositive,
    specificity: (counts, own) => own.trueNegatives / counts.nNegative,
    positive_predictive_value: (counts, own, calls) =>
      calls.truePositives / (calls.truePositives + calls.falsePositives),
    negative_predictive_value: (counts, own, calls) =>
      calls.trueNegatives / (calls.trueNegatives + calls.falseNegatives),
    positive_likelihood_ratio: (counts, own) =>
      (own.truePositives * counts.nNegative) / (own.falsePositives * counts.nPositive),
    negative_likelihood_ratio: (counts, own) =>
      (own.falseNegatives * counts.nNegative) / (own.trueNegatives * counts.nPositive),
    accuracy: (counts, own, calls, use) =>
      (calls.truePositives + calls.trueNegatives) / everyone(counts, calls, use.prevalence),
    expected_cost: (counts, own, calls, use) =>
      (use.costRatio * calls.falseNegatives + calls.falsePositives) /
      everyone(counts, calls, use.prevalence),
  };
  const RATES = Object.keys(VALUES);

  function rateValue(rate, counts, use) {
    return VALUES[rate](counts, callsOf(counts, null), callsOf(counts, use.prevalence), use);
  }

  // Wilson's interval of a share, each end from the stable form of the quadratic.
  function wilson(successes, trials, z) {
    if (trials === 0) return [0, 1];
    const z2 = (z * z) / trials;
    const share = successes / trials;
    const rest = (trials - successes) / trials;
    const root = Math.sqrt(z2 * (share * rest + z2 / 4));
    const low = (share * share) / (share + z2 / 2 + root);
    const high = 1 - (rest * rest) / (rest + z2 / 2 + root);
    return [Math.min(low, share), Math.max(high, share)];
  }

  // How many standard errors the data lie above a ratio, at the likeliest shares with it.
  function koopmanScore([x1, n1, x2, n2], ratio) {
    const apart = x1 / n1 - ratio * (x2 / n2);
    if (apart === 0) return 0;
    // The shares and what is left of them to 1, from successes and failures: no digits cancel.
    const scale = Math.max(1, ratio);
    const one = 1 / scale;
    const theta = ratio / scale;
    const failures = one * (n2 - x2) + theta * (n1 - x1);
    const apartRoots = theta * (n1 + x2) - one * (n2 + x1);
    const root = Math.sqrt(apartRoots ** 2 + 4 * one * theta * (n1 - x1) * (n2 - x2));
    const whole = failures + (theta + one) * (x1 + x2) + root;
    const second = Math.min(1, (2 * one * (x1 + x2)) / whole);
    const first = Math.min(1, ratio * second);
    const rest = (side) =>
      Math.min(1, Math.max(0, failures + side * (theta - one) * (x1 + x2) + root) / whole);
    const spread = (first * rest(-1)) / n1 + (ratio * second * rest(1) * ratio) / n2;
    return spread > 0 ? apart / Math.sqrt(spread) : Math.sign(apart) * Infinity;
  }

  // The ratio whose score is z, by halving; the score falls as the ratio grows.
  function crossing(shares, z) {
    let low = -FARTHEST;
    let high = FARTHEST;
    for (let step = 0; step < 200; step += 1) {
      const middle = (low + high) / 2;
      if (middle === low || middle === high) break;
      if (koopmanScore(shares, Math.exp(middle)) > z) low = middle;
      else high = middle;
    }
    return Math.exp((low + high) / 2);
  }

  // Koopman's score interval of (x1 of n1) over (x2 of n2).
  function koopman(shares, z) {
    const low = shares[0] === 0 ? 0 : crossing(shares, z);
    const high = shares[2] === 0 ? Infinity : crossing(shares, -z);
    return [low, high];
  }

  // A weighted sum of two shares, each with Wilson's interval (MOVER). With "same", both are shares
  // of the same observations, and correlated as those of a multinomial are.
  function mover(counts, sizes, weights, same, z) {
    const shares = counts.map((count, k) => count / sizes[k]);
    const ends = counts.map((count, k) => wilson(count, sizes[k], z));
    const rest = (1 - shares[0]) * (1 - shares[1]);
    const related = same && rest > 0 ? -Math.sqrt((shares[0] * shares[1]) / rest) : 0;
    const [below, above] = [0, 1].map((side) => {
      const [first, second] = ends.map((end, k) => weights[k] * Math.abs(end[side] - shares[k]));
      const squared = first * first + second * second + 2 * related * first * second;
      return Math.sqrt(Math.max(0, squared));
    });
    const terms = counts.map((count, k) => (weights[k] * count) / sizes[k]);
    const value = terms[0] + terms[1];
    const most = same ? Math.max(...weights) : weights[0] + weights[1];
    return [Math.max(0, value - below), Math.min(most, value + above)];
  }

  // The calls that a likelihood ratio, or a predictive value, is about.
  function sharesOf(counts, positive) {
    const { truePositives, falsePositives, nPositive, nNegative } = counts;
    return positive
      ? [truePositives, nPositive, falsePositives, nNegative]
      : [nPositive - truePositives, nPositive, nNegative - falsePositives, nNegative];
  }

  function shareOfOdds(odds) {
    return odds === Infinity ? 1 : odds / (1 + odds);
  }

  // The interval of the likelihood ratio, as that of the predictive value it stands for.
  function statedPredictive(counts, positive, use, z) {
    const ratio = VALUES[positive ? "positive_likelihood_ratio" : "negative_likelihood_ratio"];
    const ends = around(
      koopman(sharesOf(counts, positive), z),
      ratio(counts, callsOf(counts, null)),
    );
    const odds = use.prevalence / (1 - use.prevalence);
    const [low, high] = ends.map((end) => shareOfOdds(odds * end));
    return positive ? [low, high] : [1 - high, 1 - low];
  }

  function weighted(rate, counts, use, z) {
    const { truePositives, falsePositives, nPositive, nNegative } = counts;
    const missed = nPositive - truePositives;
    const { prevalence, costRatio } = use;
    const sizes = [nPositive, nNegative];
    if (rate === "accuracy") {
      const right = [truePositives, nNegative - falsePositives];
      return mover(right, sizes, [prevalence, 1 - prevalence], false, z);
    }
    const wrong = [missed, falsePositives];
    if (prevalence === null) {
      const all = nPositive + nNegative;
      return mover(wrong, [all, all], [costRatio, 1], true, z);
    }
    return mover(wrong, sizes, [costRatio * prevalence, 1 - prevalence], false, z);
  }

  // Rates that are a share of some observations.
  function proportion(rate, counts, z) {
    const { truePositives, falsePositives, nPositive, nNegative } = counts;
    const missed = nPositive - truePositives;
    const spared = nNegative - falsePositives;
    const all = nPositive + nNegative;
    const [successes, trials] = {
      sensitivity: [truePositives, nPositive],
      specificity: [spared, nNegative],
      positive_predictive_value: [truePositives, truePositives + falsePositives],
      negative_predictive_value: [spared, spared + missed],
      accuracy: [truePositives + spared, all],
      expected_cost: [falsePositives + missed, all],
    }[rate];
    return wilson(successes, trials, z);
  }

  // An interval that holds its value: rounding must not push it out.
  function around([low, high], value) {
    return Number.isNaN(value) ? [low, high] : [Math.min(low, value), Math.max(high, value)];
  }

  function ends(rate, counts, use, z, value) {
    const stated = use.prevalence !== null;
    const positive = rate.startsWith("positive");
    if (rate.endsWith("likelihood_ratio")) {
      return around(koopman(sharesOf(counts, positive), z), value);
    }
    if (stated && rate.endsWith("predictive_value")) {
      return around(statedPredictive(counts, positive, use, z), value);
    }
    const summed =
      rate === "expected_cost" ? stated || use.costRatio !== 1 : stated && rate === "accuracy";
    return summed ? weighted(rate, counts, use, z) : around(proportion(rate, counts, z), value);
  }

  // A rate with both ends of its interval; one that does not exist is NaN in the interval of no
  // knowledge. Without z there is no interval.
  function rateEstimate(rate, counts, use, z) {
    const value = rateValue(rate, counts, use);
    if (Number.isNaN(z)) return { value, low: NaN, high: NaN };
    const [low, high] = ends(rate, counts, use, z, value);
    return { value, low, high };
  }

  // Equally good points without those that another beats.
  function unbeaten(curve, tied) {
    const { truePositives: true_, falsePositives: false_ } = curve;
    return tied.filter((at, k) => {
      const beaten = k > 0 && true_[at] <= true_[tied[k - 1]];
      return !beaten && !(k + 1 < tied.length && false_[tied[k + 1]] <= false_[at]);
    });
  }

  // Sensitivity + specificity, times what makes it a whole number of any size, unless weights are
  // counted.
  function height(curve, at) {
    const { truePositives, falsePositives, nPositive, nNegative } = curve;
    const counted = [truePositives[at], falsePositives[at], nPositive, nNegative];
    if (!counted.every(Number.isInteger)) {
      return truePositives[at] * nNegative - falsePositives[at] * nPositive;
    }
    const gained = BigInt(curve.truePositives[at]) * BigInt(curve.nNegative);
    return gained - BigInt(curve.falsePositives[at]) * BigInt(curve.nPositive);
  }

  // The point of least expected cost from point "first" on; of several the one with the highest
  // Youden index, then the highest threshold.
  function leastCost(curve, use, first = 0) {
    const { nPositive, nNegative } = curve;
    const costs = Array.from(curve.truePositives, (truePositives, at) => {
      const falsePositives = curve.falsePositives[at];
      const counts = { truePositives, falsePositives, nPositive, nNegative };
      return at < first ? Infinity : rateValue("expected_cost", counts, use);
    });
    const least = costs.reduce((best, cost) => Math.min(best, cost), Infinity);
    const most = least + SAME * Math.max(1, least);
    const tied = costs.flatMap((cost, at) => (cost <= most ? [at] : []));
    return unbeaten(curve, tied).reduce((best, at) =>
      height(curve, at) > height(curve, best) ? at : best,
    );
  }

  return { RATES, SAME, rateValue, rateEstimate, leastCost };
})();
