// Runs a command, and stops one of its processes after the other for a while, as a busy machine may: `node stall.mjs 3000 node --test`
// stops a process for half a second to three seconds. It needs Linux.

import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** The shortest stop, and the longest time between two stops, in milliseconds. */
const [SHORTEST, PAUSE] = [500, 1000];

const [longest, command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: "inherit" });
let status = null;
child.on("exit", (code) => {
  status = code ?? 1;
});

/** The parent of a process; none if it has ended. */
function parentOf(id) {
  try {
    return Number(readFileSync(`/proc/${id}/stat`, "utf8").split(") ").at(-1).split(" ")[1]);
  } catch {
    return 0;
  }
}

/** The processes that began with the command. */
function running() {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map(ids.map((id) => [id, parentOf(id)]));
  const isOwn = (id) => id === child.pid || (parents.has(id) && isOwn(parents.get(id)));
  return ids.filter(isOwn);
}

function signal(id, name) {
  try {
    process.kill(id, name);
  } catch {
    // It has ended.
  }
}

for (const name of ["SIGINT", "SIGTERM"]) {
  process.on(name, () => {
    running().forEach((id) => signal(id, "SIGCONT"));
    process.exit(1);
  });
}

while (status === null) {
  await sleep(Math.random() * PAUSE);
  const ids = running();
  const id = ids[Math.floor(Math.random() * ids.length)];
  if (!id) continue;
  signal(id, "SIGSTOP");
  await sleep(SHORTEST + Math.random() * (Number(longest) - SHORTEST));
  signal(id, "SIGCONT");
}
process.exit(status);
