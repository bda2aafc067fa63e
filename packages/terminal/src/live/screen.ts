import type { Look } from "../text/look.ts";

/** A terminal on which what was written can be written over. Its size may change at any time. */
export interface Screen {
  look(): Look;
  rows(): number;
  write(text: string): void;
}
