import { truncate } from "./fit.ts";
import { noColours, type Paint } from "./paint.ts";
import { ascii, safe } from "./safe.ts";
import { symbols } from "./symbols.ts";

/** How text may look where it goes. */
export interface Look {
  /** Columns; `Infinity` where lines may be as long as they like, as in a pipe. */
  readonly width: number;
  /** Whether characters beyond ASCII are shown as what they are. */
  readonly unicode: boolean;
  readonly paint: Paint;
}

/** For pipes and files: no colours, no limit of width. */
export const plain: Look = { width: Number.POSITIVE_INFINITY, unicode: true, paint: noColours };

/** Text of a server as it may be shown: on one line, harmless, in ASCII where that is all there is. */
export function shown(text: string, { unicode }: Pick<Look, "unicode">): string {
  return unicode ? safe(text) : ascii(safe(text));
}

/** The same, cut to a width. */
export function shownWithin(text: string, width: number, { unicode }: Pick<Look, "unicode">): string {
  return truncate(shown(text, { unicode }), width, symbols(unicode).ellipsis);
}
