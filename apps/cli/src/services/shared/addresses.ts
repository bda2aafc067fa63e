import { shown } from "@reeve/terminal";
import type { View } from "../../operations/show.ts";

/** Fields of which some hold lists, an element a line: addresses are there to be copied, and must not be cut. */
export function fieldsWithLists(value: Readonly<Record<string, unknown>>, { look }: View): readonly string[] {
  const rows = Object.entries(value).flatMap(([field, content]) =>
    [content].flat().map((each, index) => ({ field: index === 0 ? field : "", text: textOf(each) })),
  );
  const width = Math.max(0, ...rows.map(({ field }) => field.length));
  return rows.map(({ field, text }) => `${shown(field, look).padEnd(width)}  ${shown(text, look)}`);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
