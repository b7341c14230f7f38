// Questions to the players: a draw, moves that are taken back, another game; and rules that have changed.

import { button, element } from "./panels.js";
import { say } from "./say.js";

export class Proposal {
  /** @param {import("./messages").Send} send */
  constructor(root, send) {
    this.root = root;
    this.send = send;
    /** The question that was told last. */
    this.told = "";
  }

  /** @param {import("./messages").Snapshot} table */
  show({ seq, proposal, outdated, broken, host, over }) {
    this.root.hidden = !proposal && !outdated && !broken;
    if (broken) {
      this.root.replaceChildren(element("p", {}, [host ? say("rules-wrong-host") : say("rules-wrong")]));
    } else if (outdated) {
      const tools = host ? [button(say("replay"), () => this.send({ type: "replay" }))] : [];
      this.root.replaceChildren(element("p", {}, [say("rules-changed")]), ...tools);
    } else if (proposal) {
      const moves = proposal.moves > 1 ? say("last-moves", { count: proposal.moves }) : say("last-move");
      // After the end, the end is taken back, too.
      const wish = proposal.wish === "back" && over ? "back-over" : proposal.wish;
      const text = say(`${proposal.own ? "own-wish" : "wish"}-${wish}`, { by: proposal.by, moves });
      this.root.replaceChildren(element("p", {}, [text]), ...this.answers(proposal, seq));
    }
  }

  answers({ own, asked }, seq) {
    const answer = (text, yes) => button(text, () => this.send({ type: "answer", seq, yes }));
    if (own) return [answer(say("withdraw"), false)];
    return asked ? [answer(say("agree"), true), answer(say("refuse"), false)] : [];
  }

  /** The question, if it is another one than was told last. */
  news() {
    const text = this.root.hidden ? "" : this.root.querySelector("p").textContent;
    const isNew = text !== this.told;
    this.told = text;
    return isNew ? text : "";
  }
}
