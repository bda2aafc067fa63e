import type { Style } from "../text/style.ts";
import type { Bottom } from "./bottom.ts";

/** A terminal whose lines can be redrawn. Its size may change at any time. */
export interface Screen {
  style(): Style;
  rows(): number;
  write(text: string): void;
  /**
   * Separates redrawn lines from the program's other output. If it is absent, the program must not write other output while lines are
   * redrawn.
   */
  readonly bottom?: Bottom;
}
