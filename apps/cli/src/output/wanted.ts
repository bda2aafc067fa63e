import { ReeveError } from "@reeve/contract";
import type { Settings } from "@reeve/profiles";
import { type Format, formats } from "../model/everywhere.ts";
import { flagOf, type Given, hasFlag } from "../model/given.ts";

/** How a result is wanted. */
export interface Wanted {
  readonly format: Format;
  /** A JMESPath expression. */
  readonly query?: string;
}

/** What the flags ask for, or else the settings. What a query takes out is JSON unless a flag says otherwise. */
export function wantedOf(given: Given, settings?: Pick<Settings, "output">): Wanted {
  const query = flagOf(given, "query");
  return { format: formatOf(given, settings, query), ...(query !== undefined && { query }) };
}

function formatOf(given: Given, settings: Pick<Settings, "output"> | undefined, query: string | undefined): Format {
  const named = flagOf(given, "output") as Format | undefined;
  if (hasFlag(given, "json")) {
    if (named === undefined || named === "json") return "json";
    throw new ReeveError("bad-input", `--json and -o ${named} say two things`);
  }
  if (named !== undefined) return named;
  return query === undefined ? settled(settings?.output) : "json";
}

function settled(output: Settings["output"]): Format {
  if (!output) return "table";
  const format = formats.find((each) => each === output.value);
  if (format) return format;
  throw new ReeveError(
    "bad-input",
    `output: expected ${formats.join(", ")}, got ${JSON.stringify(output.value)} (${output.origin})`,
  );
}
