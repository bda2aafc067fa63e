import type { Style } from "../text/style.ts";
import type { Bottom } from "./bottom.ts";

/** A terminal that can be redrawn. Its size may change at any time. */
export interface Screen {
  style(): Style;
  rows(): number;
  write(text: string): void;
  /** Keeps apart what is redrawn in place and what else the program writes; without it, nothing else may be written meanwhile. */
  readonly bottom?: Bottom;
}
