/** A stretch of the text and what fast-xml-parser gets to see in its place, which is just as long. */
export interface Mask {
  readonly start: number;
  readonly end: number;
  readonly shown: string;
}

/** The text with its masks on: as long as before, so that offsets hold. */
export function masked(text: string, masks: readonly Mask[]): string {
  let shown = "";
  let at = 0;
  for (const mask of masks) {
    shown += text.slice(at, mask.start) + mask.shown;
    at = mask.end;
  }
  return shown + text.slice(at);
}

/**
 * A processing instruction poses as a comment: fast-xml-parser takes an apostrophe in it for the start of a quoted value and
 * reads on to the next one. Both mean nothing to a value. One that is shorter than `<!---->` has no room for an apostrophe.
 */
export function maskInstruction(start: number, end: number): readonly Mask[] {
  if (end - start < 7) return [];
  return [{ start, end, shown: `<!--${" ".repeat(end - start - 7)}-->` }];
}

/** A tab or a line end in an attribute value counts as one space in XML; fast-xml-parser keeps it as it is. */
export function maskBlank(text: string, at: number): Mask {
  if (text.startsWith("\r\n", at)) return { start: at, end: at + 2, shown: `${FILLER} ` };
  return { start: at, end: at + 1, shown: " " };
}

/** No XML text can hold this character, so it can be taken out of an attribute value again. */
export const FILLER = "\u0001";
