import { shown } from "@reeve/terminal";
import type { Draw } from "../view.ts";

/** Names, one per line, or a line which says that there are none. */
export function names(what: string): Draw<readonly string[]> {
  return (value, { style }) => (value.length === 0 ? [`no ${what}`] : value.map((name) => shown(name, style)));
}
