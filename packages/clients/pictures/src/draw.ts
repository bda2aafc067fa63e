import { picture, safeLines, yaml } from "@reeve/terminal";
import type { AnyPictures, Draw, View } from "./view.ts";

/**
 * Renders the answer of an operation, such as `topics.create`, with the operation's own renderer if there is one, otherwise like any value.
 * An empty list is rendered as "nothing".
 */
export function draw(pictures: AnyPictures, operation: string, value: unknown, view: View): readonly string[] {
  const [noun = "", verb = ""] = operation.split(".");
  const verbs = Object.hasOwn(pictures, noun) ? pictures[noun] : undefined;
  // The renderers are typed by the names of operations, but here the names are known only at run time.
  if (verbs && Object.hasOwn(verbs, verb)) return (verbs[verb] as Draw<unknown>)(value, view);
  const lines = picture(value, view.style) ?? yaml(value).map(safeLines);
  return lines.some((line) => /\S/.test(line)) ? lines : ["nothing"];
}
