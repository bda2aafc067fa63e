import { readFileSync } from "node:fs";
import { immediateOf, type Settings } from "@reeve/orchestrator";
import { getDescription } from "valibot";
import { registeredEngines, registeredRuntimes } from "../../apps/service/src/engines/registered.ts";

const BEGIN = "<!-- Generated from the registered engines and runtimes: npm run generate -->";
const END = "<!-- Up to here -->";

/** Writes the page about definitions. The settings of engines and runtimes are generated, and the rest is written by hand. */
export async function definitionPage(file: string): Promise<string> {
  const page = readFileSync(file, "utf8");
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (before < 0 || after < before) throw new Error(`${file}: the marks around the generated part are missing`);
  const made = [await engineTable(), await runtimeTable()].join("\n\n");
  return `${page.slice(0, before)}${BEGIN}\n\n${made}\n\n${page.slice(after)}`;
}

async function engineTable(): Promise<string> {
  const rows = await Promise.all(
    registeredEngines.map(async ({ name, kind, settings }) => rowsOf([name, kind].map(code), await settings())),
  );
  return table(["engine", "kind", "setting", "default", ""], rows.flat());
}

async function runtimeTable(): Promise<string> {
  const rows = await Promise.all(
    registeredRuntimes.map(async ({ name, settings }) => rowsOf([code(name)], (await settings?.()) ?? {})),
  );
  const matches = rows.flat();
  return matches.length > 0
    ? table(["runtime", "setting", "default", ""], matches)
    : `The runtimes ${registeredRuntimes.map(({ name }) => code(name)).join(" and ")} have no settings of their own.`;
}

function rowsOf(of: readonly string[], settings: Settings): readonly (readonly string[])[] {
  const immediate = immediateOf(settings);
  return Object.entries(settings).map(([name, setting]) => {
    const usual = "default" in setting ? setting.default : undefined;
    const note = immediate.has(name) ? ". A change applies at once, without a rollout" : "";
    return [...of, code(name), usual === undefined ? "none" : code(shown(usual)), `${getDescription(setting)}${note}`];
  });
}

/** Writes a value as YAML on one line. */
function shown(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const entries = Object.entries(value).map(([name, inner]) => `${name}: ${shown(inner)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

const code = (text: string) => `\`${text}\``;

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`.replace(/\|\s+\|$/, "| |");
  return [line(heads), `|${"---|".repeat(heads.length)}`, ...rows.map(line)].join("\n");
}
