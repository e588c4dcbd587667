// Fields that take a number: what was typed is taken at once where it is one, and refused in words
// beside the field where it is not; what may still become one is waited for.
aucurate.operatingFields = (() => {
  "use strict";

  const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
  const BEGUN = /^[+-]?\d*\.?\d*(e[+-]?\d*)?$/i;
  const WORDS = new Map([
    ["inf", Infinity],
    ["infinity", Infinity],
    ["above all", Infinity],
    ["-inf", -Infinity],
    ["-infinity", -Infinity],
    ["below all", -Infinity],
  ]);

  // The number that a text is, NaN for none.
  function numberOf(text) {
    const plain = text.trim().toLowerCase();
    if (WORDS.has(plain)) return WORDS.get(plain);
    return NUMBER.test(plain) ? Number(plain) : NaN;
  }

  function isBegun(text) {
    const plain = text.trim().toLowerCase();
    return BEGUN.test(plain) || [...WORDS.keys()].some((word) => word.startsWith(plain));
  }

  // kind: isGood(number), refusal in words, take(number) while it is typed, empty() likewise where
  // that means something, and done() when the field is left. Gives a function that fills the field.
  function watch(field, kind) {
    const message = document.getElementById(`${field.id}-message`);
    const usual = message.textContent;

    function say(refused) {
      if (refused) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
      message.classList.toggle("is-refusal", refused);
      message.textContent = refused ? kind.refusal : usual;
    }

    function read(isDone) {
      const text = field.value;
      const number = numberOf(text);
      if (text.trim() === "") {
        say(false);
        kind.empty?.();
      } else if (!Number.isNaN(number) && kind.isGood(number)) {
        say(false);
        kind.take(number);
      } else if (isDone || !(Number.isNaN(number) ? isBegun(text) : number === 0)) {
        say(true);
        return;
      }
      if (isDone) kind.done();
    }

    field.addEventListener("input", () => read(false));
    field.addEventListener("change", () => read(true));
    // Puts the number of the moment into the field, whatever was typed.
    return (text) => {
      if (field.hasAttribute("aria-invalid")) say(false);
      if (field.value !== text) field.value = text;
    };
  }

  return { numberOf, watch };
})();
