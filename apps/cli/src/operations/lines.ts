import type { Listed } from "@reeve/contract";
import { picture, safeLines, type Terminal, yaml } from "@reeve/terminal";
import type { Show, View } from "./show.ts";

/** An answer for people: as its own command draws it, a document as it is, anything else as a picture of what it holds. */
export function linesOfAnswer(
  value: unknown,
  { operation }: Listed,
  show: Show,
  view: View,
  { results }: Terminal,
): readonly string[] {
  if (show.table) return show.table(value as never, view);
  if (typeof value === "string" && operation.output.media === "text/xml") {
    // Whoever sends it to a file gets it byte for byte; a terminal is not for what a server may have put in it.
    return [(results.isTerminal() ? safeLines(value) : value).replace(/\r?\n$/, "")];
  }
  return picture(value, view.look) ?? yaml(value);
}
