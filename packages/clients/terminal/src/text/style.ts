import { truncate } from "./fit.ts";
import { noColours, type Paint } from "./paint.ts";
import { ascii, safe } from "./safe.ts";
import { symbols } from "./symbols.ts";

/** The capabilities of an output. */
export interface Style {
  /** Columns; `Infinity` for a pipe or a file. */
  readonly width: number;
  /** Whether characters beyond ASCII are shown. */
  readonly unicode: boolean;
  readonly paint: Paint;
}

/** The style for pipes and files, without colours and without a limit on the width. */
export const plain: Style = { width: Number.POSITIVE_INFINITY, unicode: true, paint: noColours };

/** A server's text, safe to show: on one line, without control characters, in ASCII if the output requires it. */
export function shown(text: string, { unicode }: Pick<Style, "unicode">): string {
  return unicode ? safe(text) : ascii(safe(text));
}

/** Like `shown`, truncated to a width. */
export function shownWithin(text: string, width: number, { unicode }: Pick<Style, "unicode">): string {
  return truncate(shown(text, { unicode }), width, symbols(unicode).ellipsis);
}
