import { readFileSync } from "node:fs";
import { guardedNames, immediateOf, type SettingSchemas } from "@reeve/orchestrator";
import { getDescription, getMetadata } from "valibot";
import { registeredEngines, registeredRuntimes } from "../../apps/service/src/engines/registered.ts";

const BEGIN = "<!-- Generated from the registered engines and runtimes: npm run generate -->";
const END = "<!-- Up to here -->";

/** Writes the page about definitions. The settings of engines and runtimes are generated, and the rest is written by hand. */
export async function definitionPage(file: string): Promise<string> {
  const page = readFileSync(file, "utf8");
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (before < 0 || after < before) throw new Error(`${file}: the marks around the generated part are missing`);
  const made = [await engineTable(), await runtimeTable(), await guardedTable()].join("\n\n");
  return `${page.slice(0, before)}${BEGIN}\n\n${made}\n\n${page.slice(after)}`;
}

async function engineTable(): Promise<string> {
  const rows = await Promise.all(
    registeredEngines.map(async ({ name, kind, settings }) => rowsOf([name, kind].map(code), await settings())),
  );
  return table(["engine", "kind", "setting", "default", ""], rows.flat());
}

async function runtimeTable(): Promise<string> {
  const rows = await Promise.all(registeredRuntimes.map(async ({ name, settings }) => rowsOf([code(name)], (await settings?.()) ?? {})));
  const matches = rows.flat();
  return matches.length > 0
    ? table(["runtime", "setting", "default", ""], matches)
    : `The runtimes ${registeredRuntimes.map(({ name }) => code(name)).join(" and ")} have no settings of their own.`;
}

function rowsOf(of: readonly string[], settings: SettingSchemas): readonly (readonly string[])[] {
  const immediate = immediateOf(settings);
  return Object.entries(settings).map(([name, setting]) => {
    const usual = "default" in setting ? setting.default : undefined;
    const note = immediate.has(name) ? ". A change applies at once, without a rollout" : "";
    const guard = getMetadata(setting).runsCode === true ? ". It can only be changed in the service's definition file" : "";
    const words = `${getDescription(setting)}${note}${guard}`;
    return [...of, code(name), usual === undefined ? "none" : code(shown(usual)), words];
  });
}

/** The settings of the software that are secrets or can run code. */
async function guardedTable(): Promise<string> {
  const rows = await Promise.all(
    registeredEngines.map(async ({ name, kind, settings }) =>
      Object.entries(await settings()).flatMap(([field, setting]) => {
        const { secrets, code: running } = guardedNames(setting);
        if (secrets.length + running.length === 0) return [];
        return [[...[name, kind, field].map(code), secrets.map(code).join(" ") || "none", running.map(code).join(" ")]];
      }),
    ),
  );
  const heads = ["engine", "kind", "field", "secrets", "can run code"];
  return `### Secrets, and settings that can run code\n\n${GUARDED}\n\n${table(heads, rows.flat())}`;
}

const GUARDED = `A secret is given by [reference](#secrets). A setting that can run code, and a reference to a secret, can only be changed in
[the service's definition file](#settings-of-the-operator). Beside the names in this table, values that contain \`shell(\` or the full name of a
Java class count as code.`;

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
