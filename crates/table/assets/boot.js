// Loads the scripts of the page after its first paint, which they would delay.

/** How long to wait for the first paint, in milliseconds: a page in the background is not painted. */
const LONGEST_WAIT = 500;
/** The scripts that `table.js` needs at once. Without this list, the browser would learn of some only after it has read others. */
const needed = ["ahead", "asked", "board", "clock", "focus", "history", "keys", "last-cards", "motion", "news", "panels", "past", "picker", "pinch", "proposal", "received", "say"];

let isStarted = false;

function start() {
  if (isStarted) return;
  isStarted = true;
  for (const name of needed) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = new URL(`${name}.js`, import.meta.url).pathname;
    document.head.append(link);
  }
  import("./table.js");
}

// A frame is painted after its animation callbacks, and before the next task.
requestAnimationFrame(() => setTimeout(start));
setTimeout(start, LONGEST_WAIT);
