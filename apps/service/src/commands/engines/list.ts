import { type Context, type Given, outputChoiceOf, writeResult } from "@reeve/commands";
import { distributionOf, findJava, type Installation } from "@reeve/java-software";
import { bytes, type Column, table } from "@reeve/terminal";
import { type RegisteredEngine, registeredEngines } from "../../engines/registered.ts";
import { installationOf } from "./installation.ts";

interface Listed {
  readonly name: string;
  readonly kinds: readonly string[];
  /** The settings that a definition can give to this engine. */
  readonly settings: readonly string[];
  readonly version: string | null;
  readonly state: string;
  readonly bytes: number;
  readonly folder: string | null;
  /** The path of the Java installation that the engine would use, or why none can be used; null for an engine that is part of Reeve. */
  readonly java: string | null;
  /** The reason why the engine cannot be used; undefined if it can be used. */
  readonly reason?: string;
}

/** Lists the engines. */
export async function listEngines(given: Given, context: Context): Promise<void> {
  const byName = Map.groupBy(registeredEngines, ({ name }) => name);
  const engines: readonly Listed[] = await Promise.all(
    [...byName].map(async ([name, [engine, ...others]]) => ({
      name,
      kinds: [engine, ...others].flatMap((each) => each?.kind ?? []),
      settings: await settingsOf([engine, ...others]),
      ...(await whatWouldRun(engine && (await installationOf(engine, context)), context.processContext.env)),
    })),
  );
  const lines = () => table(engines, columns, context.terminal.results.style());
  await writeResult({ body: engines, lines }, outputChoiceOf(given), context.terminal);
  for (const { reason } of engines) if (reason !== undefined) context.terminal.notes.write(`${reason}\n`);
}

async function settingsOf(engines: readonly (RegisteredEngine | undefined)[]): Promise<readonly string[]> {
  const settings = await Promise.all(engines.map(async (each) => Object.keys((await each?.settings()) ?? {})));
  return [...new Set(settings.flat())].sort();
}

/**
 * Finds the software that an engine would run, and the Java installation that it would use. The software is part of Reeve, is in the folder
 * that an environment variable names, or was downloaded by Reeve.
 */
async function whatWouldRun(
  installation: Installation | undefined,
  env: Context["processContext"]["env"],
): Promise<Omit<Listed, "name" | "kinds" | "settings">> {
  if (!installation) return { version: null, state: "built in", bytes: 0, folder: null, java: null };
  const { software } = installation;
  const java = await findJava(software.java, env).catch((error: Error) => error.message);
  try {
    const own = distributionOf(software, env);
    if (own) return { version: own.version, state: own.variable, bytes: 0, folder: own.folder, java };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const folder = env[software.distribution?.variable ?? ""] ?? null;
    return { version: null, state: "unusable", bytes: 0, folder, java, reason };
  }
  const state = await installation.state();
  const bytes = state === "absent" ? 0 : installation.megabytes * 2 ** 20;
  return { version: software.version, state, bytes, folder: installation.folder, java };
}

const columns: readonly Column<Listed>[] = [
  { head: "NAME", cell: ({ name }) => name },
  { head: "FOR", cell: ({ kinds }) => kinds.join(", ") },
  { head: "VERSION", cell: ({ version }) => version ?? undefined },
  { head: "STATE", cell: ({ state }) => state },
  { head: "SIZE", cell: (engine) => (engine.bytes > 0 ? bytes(engine.bytes) : undefined) },
  { head: "JAVA", cell: ({ java }) => java ?? undefined },
  { head: "SETTINGS", cell: ({ settings }) => settings.join(", ") || undefined },
];
