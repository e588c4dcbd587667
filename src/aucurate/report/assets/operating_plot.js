// The picture: marks that are dragged along their curves or moved with keys, and what is pointed at.
//
// aucurate.operatingPlot(root, curves, on) gives { draw }. "on" is told what is wanted:
// on.move(index, at) a classifier to a point of its curve; on.describe(index, point) gives the
// words of a point, { title, lines }; on.isShown(index) says who is in the picture.
aucurate.operatingPlot = (root, curves, on) => {
  "use strict";

  const NEAR = 18; // pixels from a curve that still point at it
  const STEP = 10; // points that a page key passes
  const svg = root.querySelector("#operating-plot");
  const figure = root.querySelector("#operating-figure");
  const tip = root.querySelector("#operating-tip");
  const ring = root.querySelector("#operating-pointed");
  const isoCosts = root.querySelector("#operating-iso-costs");
  const handles = curves.map((_, index) => svg.querySelector(`[data-handle="${index}"]`));
  const lines = curves.map((_, index) => svg.querySelector(`[data-line="${index}"]`));
  const [side, left, top] = ["side", "left", "top"].map((name) => Number(root.dataset[name]));
  const places = curves.map(placesOf);
  let points = [];
  let dragged = null; // the index of the classifier
  let pointed = null; // { index, at } under the pointer
  let waiting = 0; // the frame in which a move of the pointer is looked at
  let isDismissed = false; // Escape, until something else is pointed at

  function positionOf(point) {
    const x = left + (side * point.falsePositives) / point.nNegative;
    return { x, y: top + side - (side * point.truePositives) / point.nPositive };
  }

  // Where all points of a curve lie, computed once: the pointer asks for them at every move.
  function placesOf(curve) {
    const { truePositives, falsePositives, nPositive, nNegative } = curve;
    return {
      x: Float64Array.from(falsePositives, (count) => left + (side * count) / nNegative),
      y: Float64Array.from(truePositives, (count) => top + side - (side * count) / nPositive),
    };
  }

  function unitsOf(event) {
    const matrix = svg.getScreenCTM();
    const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x: spot.x, y: spot.y, reach: NEAR / matrix.a };
  }

  function nearestPoint(index, { x, y }) {
    const { x: xs, y: ys } = places[index];
    let best = curves[index].first;
    let least = Infinity;
    for (let at = best; at <= curves[index].last; at += 1) {
      const away = (xs[at] - x) ** 2 + (ys[at] - y) ** 2;
      if (away < least) [best, least] = [at, away];
    }
    return best;
  }

  // How far a spot is from the line of a curve, squared.
  function awayFrom(index, { x, y }) {
    const { x: xs, y: ys } = places[index];
    let least = Infinity;
    for (let at = 1; at < xs.length; at += 1) {
      const [across, up] = [xs[at] - xs[at - 1], ys[at] - ys[at - 1]];
      const length = across * across + up * up || 1;
      const along = ((x - xs[at - 1]) * across + (y - ys[at - 1]) * up) / length;
      const share = Math.min(1, Math.max(0, along));
      const away = (xs[at - 1] + share * across - x) ** 2 + (ys[at - 1] + share * up - y) ** 2;
      if (away < least) least = away;
    }
    return least;
  }

  // The shown curve that a spot is on, and its point next to it; null far from all of them.
  function pointedAt(spot) {
    let found = null;
    let least = spot.reach ** 2;
    curves.forEach((_, index) => {
      const away = on.isShown(index) ? awayFrom(index, spot) : Infinity;
      if (away < least) [found, least] = [index, away];
    });
    return found === null ? null : { index: found, at: nearestPoint(found, spot) };
  }

  function put(element, { x, y }) {
    element.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
  }

  // Beside its point, to the right or to the left; under it where neither has room.
  function placeTip(point) {
    const scale = svg.getScreenCTM().a;
    const { x, y } = positionOf(point);
    const [across, down, gap] = [x * scale, y * scale, 18];
    const [width, height] = [tip.offsetWidth, tip.offsetHeight];
    const [roomX, roomY] = [figure.clientWidth - width, figure.clientHeight - height];
    const isRight = across + gap <= roomX;
    const isBeside = isRight || across - gap >= width;
    const start = isRight ? across + gap : across - gap - width;
    const under = down + gap <= roomY ? down + gap : down - gap - height;
    tip.style.left = `${Math.max(0, isBeside ? start : Math.min(across - width / 2, roomX))}px`;
    tip.style.top = `${Math.max(0, isBeside ? Math.min(down - height / 3, roomY) : under)}px`;
  }

  function focusedIndex() {
    return handles.indexOf(svg.ownerDocument.activeElement);
  }

  // What the tip is about: the point that is dragged, pointed at, or has the focus.
  function subject() {
    if (dragged !== null) return { index: dragged, point: points[dragged] };
    if (pointed !== null) {
      const { index, at } = pointed;
      return { index, point: aucurate.operatingPoints.pointAt(curves[index], at) };
    }
    const index = focusedIndex();
    return index < 0 || !on.isShown(index) ? null : { index, point: points[index] };
  }

  function drawTip() {
    const found = isDismissed ? null : subject();
    tip.hidden = found === null;
    ring.toggleAttribute("hidden", found === null || pointed === null || dragged !== null);
    if (found === null) return;
    const { title, lines: told } = on.describe(found.index, found.point);
    tip.replaceChildren(element("strong", title), ...told.map((line) => element("span", line)));
    placeTip(found.point);
    put(ring, positionOf(found.point));
  }

  function element(name, text) {
    const made = document.createElement(name);
    made.textContent = text;
    return made;
  }

  function look(spot) {
    waiting = 0;
    if (dragged !== null) {
      isDismissed = false;
      const at = nearestPoint(dragged, spot);
      if (at !== points[dragged].at) on.move(dragged, at);
      return;
    }
    const before = pointed;
    pointed = pointedAt(spot);
    if (before?.index !== pointed?.index || before?.at !== pointed?.at) isDismissed = false;
    svg.classList.toggle("is-pointed", pointed !== null);
    drawTip();
  }

  // Once a frame is enough: pointers may report more often than the screen is drawn.
  function moved(event) {
    const spot = unitsOf(event);
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => look(spot));
  }

  // A handle under the pointer, of several the one whose point is nearest.
  function grabbed(event) {
    const spot = unitsOf(event);
    const reach = event.target.closest(".handle") ? 16 : 0;
    let found = null;
    let least = (reach + 1) ** 2;
    points.forEach((point, index) => {
      const { x, y } = positionOf(point);
      const away = (x - spot.x) ** 2 + (y - spot.y) ** 2;
      if (on.isShown(index) && away < least) [found, least] = [index, away];
    });
    return found;
  }

  function pressed(event) {
    if (event.button !== 0) return;
    const handle = grabbed(event);
    // A finger on a curve may only want to scroll the page: it moves a point when it is a tap.
    if (handle === null && event.pointerType === "touch") return;
    const found = handle === null ? pointedAt(unitsOf(event)) : { index: handle, at: null };
    if (found === null) return;
    event.preventDefault();
    svg.setPointerCapture(event.pointerId);
    dragged = found.index;
    svg.classList.add("is-dragging");
    handles[dragged].focus({ preventScroll: true });
    if (found.at === null) drawTip();
    else on.move(found.index, found.at);
  }

  function tapped(event) {
    if (event.pointerType !== "touch" || grabbed(event) !== null) return;
    pointed = pointedAt(unitsOf(event));
    if (pointed !== null) on.move(pointed.index, pointed.at);
  }

  // The last move may still wait for its frame.
  function dropped(event) {
    if (dragged !== null) look(unitsOf(event));
    released();
  }

  function released() {
    cancelAnimationFrame(waiting);
    dragged = null;
    pointed = null;
    svg.classList.remove("is-dragging");
    drawTip();
  }

  function keyed(event, index) {
    const { first, last } = curves[index];
    const at = points[index].at;
    const wanted = {
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      PageUp: at + STEP,
      PageDown: at - STEP,
      Home: first,
      End: last,
    }[event.key];
    if (wanted === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    isDismissed = false;
    on.move(index, Math.min(last, Math.max(first, wanted)));
  }

  // Wherever the focus is: the tip may be that of a curve under the pointer.
  function dismissed(event) {
    if (event.key !== "Escape" || tip.hidden) return;
    isDismissed = true;
    drawTip();
  }

  function listen() {
    svg.ownerDocument.addEventListener("keydown", dismissed);
    svg.addEventListener("pointermove", moved);
    svg.addEventListener("pointerdown", pressed);
    svg.addEventListener("pointerup", dropped);
    svg.addEventListener("pointercancel", released);
    svg.addEventListener("pointerleave", released);
    svg.addEventListener("click", tapped);
    handles.forEach((handle, index) => {
      handle.tabIndex = 0;
      handle.setAttribute("aria-valuemin", curves[index].first);
      handle.setAttribute("aria-describedby", "operating-tip");
      handle.addEventListener("keydown", (event) => keyed(event, index));
      handle.addEventListener("focus", () => ((isDismissed = false), drawTip()));
      handle.addEventListener("blur", drawTip);
    });
  }

  // The line of points that cost as much as one, across the whole square.
  function isoCostLine(index, slope) {
    const { x, y } = positionOf(points[index]);
    const line = document.createElementNS(svg.namespaceURI, "path");
    const rise = (distance) => (y - slope * distance).toFixed(2);
    line.setAttribute("d", `M${left} ${rise(left - x)}L${left + side} ${rise(left + side - x)}`);
    line.setAttribute("class", lines[index].getAttribute("class"));
    return line;
  }

  // Marks at their points, with their words, and iso-cost lines: [index, slope] each.
  function draw(now, words, slopes) {
    points = now;
    handles.forEach((handle, index) => {
      put(handle, positionOf(points[index]));
      handle.setAttribute("aria-valuenow", points[index].at);
      handle.setAttribute("aria-valuetext", words[index]);
      const isGone = !on.isShown(index);
      handle.toggleAttribute("hidden", isGone);
      lines[index].toggleAttribute("hidden", isGone);
    });
    isoCosts.replaceChildren(...slopes.map(([index, slope]) => isoCostLine(index, slope)));
    drawTip();
  }

  listen();
  return { draw };
};
