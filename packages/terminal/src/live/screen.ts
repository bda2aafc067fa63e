import type { Style } from "../text/style.ts";
import type { Bottom } from "./bottom.ts";

/** A terminal that can be redrawn. Its size may change at any time. */
export interface Screen {
  style(): Style;
  rows(): number;
  write(text: string): void;
  /** Keeps lines that are redrawn in place apart from the program's other output; without it, nothing else may be written meanwhile. */
  readonly bottom?: Bottom;
}
