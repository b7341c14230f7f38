// Reports about the rules. The server runs each as a process, which can be stopped.

import { button, element } from "./panels.js";

const field = (id, label, input) => element("span", {}, [element("label", { for: id }, [label]), input]);

export class Reports {
  #since = null;
  #timer = null;
  /** How far the report is, as the server says. */
  #told = "";

  /** `send` sends a message to the server; `keep` makes a file of a scenario that was found. */
  constructor(send, keep) {
    this.send = send;
    this.keep = keep;
    const number = (id, value) => element("input", { id, type: "number", min: "1", max: "3600", value });
    const goals = [
      ["clause", "in which this clause decides"],
      ["where", "to a position where this holds"],
      ["draw", "to a draw"],
      ["longest", "that is as long as possible"],
      ["losing-move", "with a move that loses at once"],
    ];
    this.goal = element("select", { id: "report-goal" }, goals.map(([value, text]) => element("option", { value }, [text])));
    this.text = element("input", { id: "report-text", type: "text", list: "report-clauses", maxlength: "400", autocomplete: "off" });
    this.known = element("datalist", { id: "report-clauses" });
    this.find = number("report-find", "20");
    this.change = element("input", { id: "report-with", type: "text", maxlength: "200", autocomplete: "off" });
    this.compare = number("report-compare", "20");
    this.balance = number("report-balance", "60");
    this.state = element("p", { role: "status" });
    // It changes each second, so screen readers do not announce it.
    this.progress = element("p");
    this.stopper = button("Stop", () => this.send({ type: "stop" }), { hidden: "" });
    this.keeping = element("div");
    this.result = element("div", { class: "studio-report", tabindex: "0", role: "region", "aria-label": "Report" });
    this.shadow = this.result.attachShadow({ mode: "open" });
    this.root = element("details", { id: "studio-reports" }, [
      element("summary", {}, ["Reports"]),
      element("fieldset", {}, [
        element("legend", {}, ["Find a line of play"]),
        field("report-goal", "A line", this.goal),
        field("report-text", "Clause or condition", this.text),
        this.known,
        field("report-find", "Seconds", this.find),
        this.#starter("Find", () => ({ kind: "find", goal: this.goal.value, text: this.text.value.trim(), seconds: Number(this.find.value) })),
      ]),
      element("fieldset", {}, [
        element("legend", {}, ["Compare with other rules"]),
        field("report-with", "A variant, or an option with its value, such as columns=8; empty for the rules when this page opened", this.change),
        field("report-compare", "Seconds", this.compare),
        this.#starter("Compare", () => ({ kind: "compare", with: this.change.value, seconds: Number(this.compare.value) })),
      ]),
      element("fieldset", {}, [
        element("legend", {}, ["Is the game fair?"]),
        field("report-balance", "Seconds", this.balance),
        this.#starter("Balance", () => ({ kind: "balance", seconds: Number(this.balance.value) })),
      ]),
      element("fieldset", {}, [
        element("legend", {}, ["Are the scenarios complete?"]),
        this.#starter("Coverage", () => ({ kind: "coverage" })),
        this.#starter("Changes that no scenario notices", () => ({ kind: "mutants" })),
      ]),
      element("div", { class: "studio-bar" }, [this.stopper, this.state, this.progress]),
      this.keeping,
      this.result,
    ]);
  }

  #starter(text, request) {
    const start = () => {
      this.send({ type: "run", report: request() });
      this.#running(text);
    };
    return button(text, start, { class: "starts" });
  }

  #running(text) {
    this.keeping.replaceChildren();
    this.#since = performance.now();
    this.#told = "";
    this.stopper.hidden = false;
    for (const one of this.root.querySelectorAll(".starts")) one.disabled = true;
    this.state.textContent = `${text} is running.`;
    this.#showProgress();
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#showProgress(), 1000);
  }

  #showProgress() {
    const seconds = Math.round((performance.now() - this.#since) / 1000);
    this.progress.textContent = this.#told || `${seconds} s`;
  }

  /** Takes the line that the command shows on a terminal. */
  told({ text }) {
    this.#told = `${text[0].toUpperCase()}${text.slice(1)}`;
    if (this.#since !== null) this.#showProgress();
  }

  #ended(text) {
    if (this.#since === null) return;
    clearInterval(this.#timer);
    this.#since = null;
    this.stopper.hidden = true;
    for (const one of this.root.querySelectorAll(".starts")) one.disabled = false;
    this.state.textContent = text;
    this.progress.textContent = "";
  }

  lost() {
    this.#ended("The connection was lost.");
  }

  refused() {
    this.#ended("");
  }

  /** Offers the clauses of the game in the field for a clause. */
  clauses(names) {
    this.known.replaceChildren(...names.map((name) => element("option", { value: name })));
  }

  receive({ good, html, scenario, text, trouble }) {
    const failed = !good && !html && !text.trim();
    this.#ended(good ? "Done." : failed ? "It could not run; see below." : "Done; see below.");
    this.keeping.replaceChildren(...(scenario ? [button("Keep it as a scenario", () => this.keep(scenario))] : []));
    if (html) return this.#page(html);
    this.shadow.adoptedStyleSheets = [];
    const found = scenario ? scenario : `${text}${trouble}`.trim();
    const pre = element("pre", {}, [found]);
    pre.style.whiteSpace = "pre-wrap";
    this.shadow.replaceChildren(pre);
  }

  /** Shows a page of the program. Its style goes into a style sheet of the shadow tree: the page has no inline style. */
  #page(html) {
    const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style]) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(style.replace(/(^|[\s,}])(?::root|html|body)(?=[\s,{])/g, "$1:host"));
      return sheet;
    });
    const bare = html.replace(/<style>[\s\S]*?<\/style>/g, "").replace(/ style="/g, ' data-style="');
    const page = new DOMParser().parseFromString(bare, "text/html");
    this.shadow.adoptedStyleSheets = styles;
    this.shadow.replaceChildren(...document.importNode(page.body, true).childNodes);
    for (const one of this.shadow.querySelectorAll("[data-style]")) one.style.cssText = one.dataset.style;
    // What may be wider than the page is scrolled by keyboard, too.
    for (const one of this.shadow.querySelectorAll("pre")) one.tabIndex = 0;
  }
}
