// A test that may be tried again: `TRIES=2` runs a failed test a second time, in a new browser, and says so.

import { after, test as once } from "node:test";
import { endAll } from "./page.mjs";

const tries = Number(process.env.TRIES ?? 1);
/** The longest time of one try, in milliseconds: it ends what waits for ever. A test takes some seconds. */
const LONGEST = 15 * 60000;

after(endAll);

/** Fails if something takes too long. */
async function inTime(tried) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${LONGEST / 1000} s`)), LONGEST);
  });
  try {
    return await Promise.race([tried, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Like `test` of Node. A busy machine can be late once, and a browser can crash; a fault of the page fails each time. */
export const test = (name, tried) =>
  once(name, async (context) => {
    for (let left = tries; ; left -= 1) {
      try {
        return await inTime(tried(context));
      } catch (error) {
        // The browser may be what failed, and nothing of this try may disturb the next one.
        await endAll();
        if (left <= 1) throw error;
        context.diagnostic(`failed and was tried again: ${String(error).split("\n")[0]}`);
      }
    }
  });
