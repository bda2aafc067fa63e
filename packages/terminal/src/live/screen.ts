import type { Look } from "../text/look.ts";

/** A terminal that can be redrawn. Its size may change at any time. */
export interface Screen {
  look(): Look;
  rows(): number;
  write(text: string): void;
}
