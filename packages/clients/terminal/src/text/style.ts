import { truncate } from "./fit.ts";
import { ascii, safe } from "./safe.ts";

/** The capabilities of an output. */
export interface Style {
  /** Columns; `Infinity` for a pipe or a file. */
  readonly width: number;
  /** Whether characters beyond ASCII are shown. */
  readonly unicode: boolean;
  readonly paint: Paint;
}

/** A server's text, safe to show: on one line, without control characters, in ASCII if the output requires it. */
export function shown(text: string, { unicode }: Pick<Style, "unicode">): string {
  return unicode ? safe(text) : ascii(safe(text));
}

/** Like `shown`, truncated to a width. */
export function shownWithin(text: string, width: number, { unicode }: Pick<Style, "unicode">): string {
  return truncate(shown(text, { unicode }), width, symbols(unicode).ellipsis);
}

/** Colours by their terminal names; the user's theme decides how they look. */
export type Paint = Readonly<Record<"bold" | "dim" | "red" | "green" | "yellow" | "cyan", (text: string) => string>>;

/** Colours, for a terminal that has them. */
export const colours: Paint = {
  bold: sequence(1, 22),
  dim: sequence(2, 22),
  red: sequence(31, 39),
  green: sequence(32, 39),
  yellow: sequence(33, 39),
  cyan: sequence(36, 39),
};

/** Functions that return each text unchanged, for an output without colours. */
export const noColours: Paint = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same };

/** The style for pipes and files, without colours and without a limit on the width. */
export const plain: Style = { width: Number.POSITIVE_INFINITY, unicode: true, paint: noColours };

function sequence(on: number, off: number): (text: string) => string {
  return (text) => (text === "" ? "" : `\u001b[${on}m${text}\u001b[${off}m`);
}

function same(text: string): string {
  return text;
}

/** The characters for drawing. */
export interface Symbols {
  readonly done: string;
  readonly failed: string;
  readonly dot: string;
  readonly ellipsis: string;
  readonly arrow: string;
  readonly branch: string;
  readonly lastBranch: string;
  readonly trunk: string;
  readonly bar: { readonly full: string; readonly head: string; readonly empty: string };
  /** The frames of a spinner. */
  readonly turning: readonly string[];
}

/** The characters to draw with, for a terminal that shows Unicode and for one that does not. */
export function symbols(unicode: boolean): Symbols {
  return unicode ? ofUnicode : ofAscii;
}

const ofUnicode: Symbols = {
  done: "✓",
  failed: "✗",
  dot: "·",
  ellipsis: "…",
  arrow: "→",
  branch: "├─ ",
  lastBranch: "└─ ",
  trunk: "│  ",
  bar: { full: "━", head: "╸", empty: "─" },
  turning: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"],
};

const ofAscii: Symbols = {
  done: "ok",
  failed: "x",
  dot: "-",
  ellipsis: "...",
  arrow: "->",
  branch: "|- ",
  lastBranch: "`- ",
  trunk: "|  ",
  bar: { full: "=", head: ">", empty: "." },
  turning: ["|", "/", "-", "\\"],
};
