import { picture, safeLines, yaml } from "@reeve/terminal";
import type { AnyPictures, Draw, View } from "./view.ts";

/**
 * Draws what an operation, `topics.create`, has answered: as it is drawn there, else as any value is. What is drawn as any value and would leave
 * nothing to see, an empty list, is said to be nothing.
 */
export function draw(pictures: AnyPictures, operation: string, value: unknown, view: View): readonly string[] {
  const [noun = "", verb = ""] = operation.split(".");
  const verbs = Object.hasOwn(pictures, noun) ? pictures[noun] : undefined;
  // Names come with their types from the declarations; here they are looked up by text.
  if (verbs && Object.hasOwn(verbs, verb)) return (verbs[verb] as Draw<unknown>)(value, view);
  const lines = picture(value, view.look) ?? yaml(value).map(safeLines);
  return lines.some((line) => /\S/.test(line)) ? lines : ["nothing"];
}
