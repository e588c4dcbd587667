// Formats numbers as aucurate.formatting does.
aucurate.operatingFormat = (() => {
  "use strict";

  const MOST = 6; // decimals that show a number to differ from 1, or to be below 0
  const ROUNDING_ERROR = 1e-12; // a negative number closer to 0 is shown as 0

  // Decimals that show at least two significant digits of an interval of this width.
  function digitsFor(width, least = 3) {
    if (!(width > 0 && width < Infinity)) return least;
    return Math.min(12, Math.max(least, 1 - Math.floor(Math.log10(width))));
  }

  // So many decimals; of a number in the middle of two, the even one, as Python rounds. toFixed
  // takes the larger: such a number ends with a 5 behind them, and nothing after it.
  function fixed(value, digits) {
    const size = Math.abs(value);
    const text = size.toFixed(digits);
    const cut = size < 1e15 ? size.toFixed(100) : "";
    const behind = cut.slice(cut.indexOf(".") + 1 + digits);
    const even = /^50*$/.test(behind) ? cut.slice(0, cut.length - behind.length) : text;
    const kept = even !== text && "02468".includes(even.replace(/\.$/, "").slice(-1));
    const rounded = kept ? even.replace(/\.$/, "") : text;
    return value < 0 ? `-${rounded}` : rounded;
  }

  function besideOne(value, digits) {
    const gap = Math.abs(value) - 1;
    const most = Math.max(MOST, digits + 1);
    const decimals = Math.max(digits, -Math.floor(Math.log10(Math.abs(gap))));
    if (decimals <= most) return fixed(value, decimals);
    return fixed(Math.sign(value) * (1 + Math.sign(gap) * 10 ** -most), most);
  }

  function belowZero(value, digits) {
    if (value > -ROUNDING_ERROR) return fixed(0, digits);
    const decimals = Math.max(digits, -Math.floor(Math.log10(-value)));
    if (decimals <= Math.max(MOST, digits + 1)) return fixed(value, decimals);
    return value.toExponential(0).replace(/e-(\d)$/, "e-0$1");
  }

  // A number with so many decimals, and more where it would read as 1 or as -0 otherwise.
  function number(value, digits = 3) {
    if (Number.isNaN(value)) return "nan";
    if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
    const text = fixed(value, digits);
    if (Math.abs(value) !== 1 && Math.abs(Number(text)) === 1) return besideOne(value, digits);
    return value <= 0 && Number(text) === 0 ? belowZero(value, digits) : text;
  }

  // A share without needless decimals; only 0 and 1 read as 0% and 100%.
  function percent(share) {
    let digits = 1;
    const inside = share > 0 && share < 1;
    while (inside && digits < 15 && [0, 100].includes(Number(fixed(100 * share, digits)))) {
      digits += 1;
    }
    const text = String(Number(fixed(100 * share, digits)));
    return `${text.replace(/e-(\d)$/, "e-0$1")}%`;
  }

  // A number of observations; what they weigh has a decimal.
  function count(amount) {
    const text = Number.isInteger(amount) ? String(amount) : fixed(amount, 1);
    return text.replace(/\B(?=(\d{3})+(\.|$))/g, ",");
  }

  // A threshold with every digit, so that it can be typed again.
  function threshold(value) {
    return Number.isFinite(value) ? String(value + 0) : number(value);
  }

  // That of a point: an infinite one that calls nobody is beyond all scores.
  function thresholdOf(point) {
    const isCalling = point.truePositives + point.falsePositives > 0;
    if (isCalling || Number.isFinite(point.threshold)) return threshold(point.threshold);
    return point.threshold > 0 ? "above all" : "below all";
  }

  // What a cell of the table shows of a rate: its value, and its interval in brackets, if known.
  function estimate({ value, low, high }) {
    if (Number.isNaN(value)) return { value: "not defined", interval: "" };
    const digits = digitsFor(high - low);
    const known = !Number.isNaN(low);
    const interval = known ? `(${number(low, digits)} to ${number(high, digits)})` : "";
    return { value: number(value, digits), interval };
  }

  return { count, digitsFor, estimate, number, percent, threshold, thresholdOf };
})();
