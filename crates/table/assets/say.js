// The words of the page, in its language. The page has them as data.

/** @type {Record<string, string>} */
let words = null;

/** Returns a text by its key, with values in its holes; a text that has no key is returned as it is. */
export function say(key, values = {}) {
  words ??= JSON.parse(document.getElementById("words").textContent);
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}
