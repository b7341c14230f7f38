// The messages of a table, for the check of types. Pages do not load this file.

/** A piece of text that tells a move apart: the kind `p` is a point, `w` a word, `i` an item of a set, whose order means nothing. */
export type Part = [kind: "p" | "w" | "i", name: string, title?: string];

/** A move: its text, its parts, and the title of its rule if another move has the same points. */
export interface Move {
  t: string;
  p: Part[];
  r?: string;
}

export interface Seat {
  name: string;
  title: string;
  called: string | null;
  bot: string | null;
  claimed: boolean;
  here: boolean;
  turn: boolean;
  fill: string;
  letter: string;
  score: number | null;
}

/** A point: its name, place, row and column, pieces, what its sign means (or the sign in back quotes), and whether the last move changed it. */
export interface Point {
  n: string;
  x: number;
  y: number;
  r?: number;
  c?: number;
  p?: string;
  s?: string;
  m?: true;
}

export interface Board {
  svg: string;
  box: [left: number, top: number, width: number, height: number];
  side: number;
  points: Point[];
}

/** The drawing of remembered numbers: its size, the size of a place, and its pits with name, title, number and left upper corner. */
export interface Values {
  svg: string;
  size: [width: number, height: number];
  side: [width: number, height: number];
  pits: { n: string; t: string; v: number; at: [left: number, top: number] }[];
}

export interface Card {
  n: string;
  t: string;
  v: number | null;
  c: number;
  svg: string;
}

export interface Zone {
  label: string;
  owner: string | null;
  size: number;
  /** Everybody sees its cards. */
  open: boolean;
  cards: Card[] | null;
  svg?: string;
}

/** A ply: its number, who played it, how that is shown, its text, the clauses that decided it, and the pieces that it has put on the board. */
export interface Ply {
  n: number;
  who: string | null;
  by: string;
  t: string;
  c?: string[];
  /** It was chosen while others chose, too. */
  w?: boolean;
  put?: string;
}

export interface Proposal {
  wish: "draw" | "back" | "new-game";
  by: string;
  /** How many moves are taken back. */
  moves: number;
  own: boolean;
  asked: boolean;
}

export interface Snapshot {
  type: "table";
  seq: number;
  game: string;
  ply: number;
  you: string[];
  acting: string | null;
  seats: Seat[];
  board: Board | null;
  zones: Zone[];
  values: Values[];
  notes: string[];
  status: string;
  question: string | null;
  moves: Move[];
  /** What the page's player has chosen while others still choose. */
  chosen: Move | null;
  more: boolean;
  history: Ply[];
  /** The cards that the last plies name. */
  played: { ply: number; card: Card }[];
  over: boolean;
  undo: boolean;
  redo: boolean;
  proposal: Proposal | null;
  clock: { left: number[]; runs: boolean } | null;
  hides: boolean;
  outdated: boolean;
  /** The rules have a mistake now, so nobody can play. */
  broken: boolean;
  unkept: string | null;
  host: boolean;
  /** Whether the page shows the board from its other side; null if the board has no sides. */
  turned: boolean | null;
  links?: Record<string, string>;
  /** The host may edit the rules. */
  studio?: true;
  /** The command that makes a copy of the rules, which can be edited. */
  copy?: string;
}

/** A snapshot, made from the one that the page has: numbers are the first of its pieces and how many, and a string is new text. */
export interface Changes {
  type: "changes";
  parts: (string | [first: number, count: number])[];
}

/** The board with a half-made move. */
export interface ShownAhead {
  type: "ahead";
  seq: number;
  points: string[];
  board: Board;
}

/** A position of the past. */
export interface ShownPast {
  type: "past";
  ply: number;
  shown: number;
  board: Board | null;
  zones: Zone[];
  values: Values[];
  notes: string[];
  status: string;
}

export type ServerMessage =
  | Snapshot
  | Changes
  | ShownAhead
  | ShownPast
  /** A text of the person was read. If it changed the game, the next snapshot shows it. */
  | { type: "heard"; changed: boolean }
  | { type: "note"; kind: "answer" | "refused" | "hint"; text: string }
  /** What the people of some seats have done: they read `own`, the others `text`. */
  | { type: "done"; seats: string[]; text: string; own: string }
  | { type: "choose"; text: string; moves: string[] }
  | { type: "confirm"; text: string; warnings: string[] }
  | { type: "bye"; reason: string; again: boolean };

export type ClientMessage =
  | { type: "hello"; token: string | null }
  | { type: "say"; seq: number; text: string; sure?: boolean }
  | { type: "why"; text: string }
  | { type: "look"; word: string }
  | { type: "ahead"; points: string[]; turned: boolean }
  | { type: "back"; ply: number }
  | { type: "past"; ply: number; turned: boolean }
  | { type: "turn"; turned: boolean }
  | { type: "answer"; seq: number; yes: boolean }
  | { type: "name"; name: string }
  | { type: "bot"; seat: string; skill: string | null }
  | { type: "new-link"; seat: string }
  | { type: "undo" | "redo" | "offer-draw" | "resign" | "leave" | "new-game" | "hint" | "replay" };

export type Send = (message: ClientMessage) => boolean;
