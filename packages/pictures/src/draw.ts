import { picture, safeLines, yaml } from "@reeve/terminal";
import type { AnyPictures, Draw, View } from "./view.ts";

/**
 * Renders the answer of an operation, `topics.create`: by its own renderer if it has one, else like any value. An empty list is rendered as
 * "nothing".
 */
export function draw(pictures: AnyPictures, operation: string, value: unknown, view: View): readonly string[] {
  const [noun = "", verb = ""] = operation.split(".");
  const verbs = Object.hasOwn(pictures, noun) ? pictures[noun] : undefined;
  // The declarations are typed by name; here names are looked up at run time.
  if (verbs && Object.hasOwn(verbs, verb)) return (verbs[verb] as Draw<unknown>)(value, view);
  const lines = picture(value, view.style) ?? yaml(value).map(safeLines);
  return lines.some((line) => /\S/.test(line)) ? lines : ["nothing"];
}
