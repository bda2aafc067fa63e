import { isRecord } from "@reeve/contract";
import { type Cell, type Look, table } from "@reeve/terminal";

/** The fields of a thing, a line each; those of its parts under their path: `brokerConfiguration.mem  2048`. */
export function fields(value: unknown, look: Look): readonly string[] {
  const rows = [...pathsIn(value, "")];
  if (rows.length === 0) return ["nothing"];
  const [, ...lines] = table(
    rows,
    [
      { head: "", cell: ([path]) => path, align: "left" },
      { head: "", cell: ([, cell]) => cell, align: "left" },
    ],
    look,
  );
  return lines;
}

function* pathsIn(value: unknown, path: string): Generator<readonly [string, Cell]> {
  if (isRecord(value) && Object.keys(value).length > 0) {
    for (const [key, part] of Object.entries(value)) yield* pathsIn(part, path === "" ? key : `${path}.${key}`);
  } else yield [path, cellOf(value)];
}

function cellOf(value: unknown): Cell {
  if (Array.isArray(value) && value.every((each) => typeof each !== "object")) return value.join(" ");
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  return value === undefined || value === null || value === "" ? undefined : String(value);
}
