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
