// A test that may be tried again: `TRIES=2` runs a failed test a second time, and says so.

import { test as once } from "node:test";

const tries = Number(process.env.TRIES ?? 1);

/** Like `test` of Node. A busy machine can be late once; a fault of the page fails each time. */
export const test = (name, ...options) => {
  const tried = options.pop();
  return once(name, ...options, async (context) => {
    for (let left = tries; ; left -= 1) {
      try {
        return await tried(context);
      } catch (error) {
        if (left <= 1) throw error;
        context.diagnostic(`failed and was tried again: ${error}`);
      }
    }
  });
};
