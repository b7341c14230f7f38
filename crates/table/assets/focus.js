// Keeps the keyboard focus while parts of the page are made again.

const PLACES = "#picker, #zones, #notes, #seats, #history, #proposal";
const CHOICES = "#picker button, #zones button, #notes button, #board .point[tabindex='0']";
const name = (one) => one.getAttribute("aria-label") ?? one.textContent;
const stops = (place) => [...place.querySelectorAll("button, select, summary")].filter((stop) => stop.checkVisibility());

/** Draws, and then puts the focus on what has the same name as before, or on what is there instead. */
export function keepingFocus(draw) {
  const focused = document.activeElement;
  const place = focused?.closest(PLACES);
  const known = place && { name: name(focused), at: stops(place).indexOf(focused) };
  draw();
  if (!known || document.activeElement !== document.body) return;
  const now = stops(place);
  const same = now.find((one) => name(one) === known.name);
  const other = place.id === "picker" || place.id === "zones" ? document.querySelector(CHOICES) : now[Math.min(known.at, now.length - 1)];
  (same ?? other ?? document.querySelector(CHOICES))?.focus({ preventScroll: true });
}
