// Goes from point to point of the board by keyboard: by direction, by name, and to what can be chosen.

/** Letters that come after this time begin another name, in milliseconds. */
const PAUSE = 1000;

const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class BoardKeys {
  constructor() {
    this.typed = "";
    this.last = 0;
  }

  /**
   * Returns the point to which a key leads from the current one; `null` if it leads nowhere, `undefined` if the key means nothing
   * here. `targets` are the points that can be chosen.
   */
  next(event, points, current, targets) {
    if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
    const { key } = event;
    if (key === "Home") return points[0]?.n;
    if (key === "End") return points.at(-1)?.n;
    if (steps[key]) return nearest(points, current, steps[key]);
    if (key === "PageDown" || key === "PageUp") return targetAfter(points, current, targets, key === "PageDown" ? 1 : -1);
    if (key.length === 1 && key !== " ") return this.named(key, event.timeStamp, points);
    return undefined;
  }

  /** The point whose name begins with the letters that were typed. */
  named(letter, time, points) {
    if (time - this.last > PAUSE) this.typed = "";
    this.last = time;
    this.typed += letter.toLowerCase();
    const begins = (point) => point.n.toLowerCase().startsWith(this.typed);
    let found = points.find((point) => point.n.toLowerCase() === this.typed) ?? points.find(begins);
    if (!found) {
      this.typed = letter.toLowerCase();
      found = points.find(begins);
    }
    return found?.n ?? null;
  }
}

/** The nearest point in a direction. */
function nearest(points, current, [dx, dy]) {
  const here = points.find((point) => point.n === current);
  if (!here) return null;
  let best = null;
  for (const point of points) {
    const ahead = (point.x - here.x) * dx + (point.y - here.y) * dy;
    const aside = Math.abs((point.x - here.x) * dy) + Math.abs((point.y - here.y) * dx);
    if (ahead <= 0 || aside > 2 * ahead) continue;
    const far = ahead + 2 * aside;
    if (!best || far < best.far) best = { far, name: point.n };
  }
  return best?.name ?? null;
}

/** The next point that can be chosen, in the order of the board; after the last comes the first. */
function targetAfter(points, current, targets, step) {
  const count = points.length;
  const here = points.findIndex((point) => point.n === current);
  for (let far = 1; far <= count; far += 1) {
    const point = points[(here + step * far + 2 * count * count) % count];
    if (point && targets.has(point.n)) return point.n;
  }
  return null;
}
