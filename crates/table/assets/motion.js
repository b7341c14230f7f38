// Shows how pieces move. It is off where people want less motion, and for who turns it off.

/** How long a piece moves, in milliseconds. */
const TIME = 220;
/** More pieces at once are not shown moving. */
const MOST = 8;
const KEY = "linstock-motion";

const less = window.matchMedia("(prefers-reduced-motion: reduce)");

/** Whether pieces move. */
export function isMoving() {
  const wish = localStorage.getItem(KEY);
  return wish === null ? !less.matches : wish === "on";
}

/** Lets a checkbox turn motion on and off. */
export function motionSwitch(box) {
  box.checked = isMoving();
  box.addEventListener("change", () => localStorage.setItem(KEY, box.checked ? "on" : "off"));
}

/** The pieces of each point. */
const piecesOf = (points) => new Map(points.map((point) => [point.n, point.p ? point.p.split(", ") : []]));

/** Pieces that one list has and the other lacks. */
function beyond(pieces, others) {
  const left = [...others];
  return pieces.filter((piece) => {
    const at = left.indexOf(piece);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/**
 * Finds the pieces that went from one point to another: pairs of points.
 * @param {import("./messages").Point[]} before
 * @param {import("./messages").Point[]} after
 */
export function moved(before, after) {
  const [then, now] = [piecesOf(before), piecesOf(after)];
  const gone = [];
  const come = [];
  for (const point of after) {
    for (const piece of beyond(then.get(point.n) ?? [], now.get(point.n))) gone.push({ piece, point });
    for (const piece of beyond(now.get(point.n), then.get(point.n) ?? [])) come.push({ piece, point });
  }
  const pairs = [];
  for (const { piece, point } of come) {
    const far = (one) => Math.hypot(one.point.x - point.x, one.point.y - point.y);
    const same = gone.filter((one) => one.piece === piece).sort((one, other) => far(one) - far(other))[0];
    if (!same) continue;
    gone.splice(gone.indexOf(same), 1);
    pairs.push([same.point, point]);
  }
  return pairs.length > MOST ? [] : pairs;
}

/** Lets the pieces of a drawing come from where they were. `side` is the side of a point. */
export function move(drawing, pairs, side) {
  if (!isMoving() || !drawing) return;
  for (const [from, to] of pairs) {
    for (const shape of [...drawing.children].filter((one) => one.tagName === "g")) {
      const box = shape.getBBox();
      // The box is without the shape's own shift.
      const shift = shape.transform.baseVal.consolidate()?.matrix;
      const [x, y] = [box.x + box.width / 2 + (shift?.e ?? 0), box.y + box.height / 2 + (shift?.f ?? 0)];
      if (Math.abs(x - to.x) > side / 3 || Math.abs(y - to.y) > side / 3 || box.width > side * 1.5) continue;
      // The shape may be moved by its own attributes, so a group around it moves.
      const around = document.createElementNS("http://www.w3.org/2000/svg", "g");
      shape.replaceWith(around);
      around.append(shape);
      const start = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
      around.animate([{ transform: start }, { transform: "none" }], { duration: TIME, easing: "ease-out" });
    }
  }
}
