import { type Style, symbols } from "../text/style.ts";

/** A progress bar of this width, filled by a fraction from 0 to 1. */
export function progressBar(share: number, width: number, { unicode, paint }: Style): string {
  const { full, head, empty } = symbols(unicode).bar;
  const filled = Math.round(Math.min(1, Math.max(0, share)) * width);
  if (filled >= width) return paint.green(full.repeat(width));
  const done = filled === 0 ? "" : full.repeat(filled - 1) + head;
  return paint.green(done) + paint.dim(empty.repeat(width - filled));
}
