import { type Context, hasFlag, outputChoiceOf, type ParsedArguments, printOutcome, wordOf, writeResult } from "@reeve/commands";
import { ReeveError } from "@reeve/contract";
import { distributionOf, enginesFolder, type FetchProgress, findJava, type Installation, openInstallation } from "@reeve/java-software";
import { needsPackage } from "@reeve/orchestrator";
import { reasonOf } from "@reeve/orchestrator/engine";
import { agree, bytes, type Column, progressBar, startSpinner, table } from "@reeve/terminal";
import { missingPackage, type RegisteredEngine, registeredEngines } from "../engines/registered.ts";

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
export async function listEngines(given: ParsedArguments, context: Context): Promise<void> {
  const byName = Map.groupBy(registeredEngines, ({ name }) => name);
  const engines: readonly Listed[] = await Promise.all(
    [...byName].map(async ([name, all]) => {
      const kinds = all.map(({ kind }) => kind);
      const missing = all[0] && (await missingPackage(all[0]));
      const reason = missing && needsPackage(`the engine ${name}`, missing);
      if (reason !== undefined) return { name, kinds, settings: [], ...nothing, state: "not installed", reason };
      const installation = all[0] && (await installationOf(all[0], context));
      const software = await whatWouldRun(installation, context.processContext.env);
      return { name, kinds, settings: await settingsOf(all), ...software };
    }),
  );
  const lines = () => table(engines, columns, context.terminal.results.style());
  await writeResult({ body: engines, lines }, outputChoiceOf(given), context.terminal);
  for (const { reason } of engines) if (reason !== undefined) context.terminal.notes.write(`${reason}\n`);
}

const nothing = { version: null, bytes: 0, folder: null, java: null } as const;

async function settingsOf(engines: readonly RegisteredEngine[]): Promise<readonly string[]> {
  const settings = await Promise.all(engines.map(async (each) => Object.keys(await each.settings())));
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
  if (!installation) return { ...nothing, state: "built in" };
  const { software } = installation;
  const java = await findJava(software.java, env).catch((error: Error) => error.message);
  try {
    const own = distributionOf(software, env);
    if (own) return { version: own.version, state: own.variable, bytes: 0, folder: own.folder, java };
  } catch (error) {
    const folder = env[software.distribution?.variable ?? ""] ?? null;
    return { ...nothing, state: "unusable", folder, java, reason: reasonOf(error) };
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

const BAR = 20;

/** Downloads an engine, unless it is installed. */
export async function fetchEngine(given: ParsedArguments, context: Context): Promise<void> {
  const engine = await namedEngine(given, context);
  const { software, folder, megabytes } = engine;
  const { name, title, version } = software;
  const own = distributionOf(software, context.processContext.env);
  if (own) {
    const sentence = `${own.variable} points to ${title} ${own.version} in ${own.folder}, so nothing needs to be fetched.`;
    return printOutcome(context, given, { name, version: own.version, folder: own.folder, fetched: false }, sentence);
  }
  const was = await engine.state();
  if (was !== "installed") {
    const screen = context.terminal.notes.screen();
    using spinner = startSpinner(screen, `fetching ${name} ${version} (${megabytes} MB)`);
    const onProgress = ({ done, total, silent }: FetchProgress) => {
      const bar = screen ? `${progressBar(done / total, BAR, screen.style())} ` : "";
      const nothing = silent === undefined ? "" : `, no progress for ${silent} s`;
      spinner.update(`fetching ${name} ${version}  ${bar}${done} of ${total} files${nothing}`);
    };
    await engine.fetch({ signal: context.signal, onProgress });
  }
  const sentence = was === "installed" ? `${name} ${version} is already in ${folder}.` : `Fetched ${name} ${version} to ${folder}.`;
  await printOutcome(context, given, { name, version, folder, fetched: was !== "installed" }, sentence);
}

/** Removes an engine from this machine. */
export async function removeEngine(given: ParsedArguments, context: Context): Promise<void> {
  const engine = await namedEngine(given, context);
  const {
    folder,
    software: { name, version },
  } = engine;
  const isThere = (await engine.state()) !== "absent";
  if (isThere && !hasFlag(given, "yes")) {
    const { terminal, signal } = context;
    const consequence = [
      `This removes ${folder}. Running nodes that use it may fail. When a node is restarted, the engine is downloaded again.`,
    ];
    await agree(terminal.conversation(signal), { act: "removing an engine", consequence }, terminal.notes.style());
  }
  const removed = await removeShowing(engine, context);
  const sentence = removed ? `Removed ${name} ${version}.` : `${name} ${version} is not on this machine.`;
  await printOutcome(context, given, { name, version, removed }, sentence);
}

/** Removes the software. Progress is shown, because the removal has to wait while another process downloads the same engine. */
async function removeShowing({ software, remove }: Installation, { terminal, signal }: Context): Promise<boolean> {
  using _ = startSpinner(terminal.notes.screen(), `removing ${software.name} ${software.version}`);
  return await remove({ signal });
}

/** This user's installation of an engine; undefined if the engine is part of Reeve. */
export async function installationOf(
  { software }: RegisteredEngine,
  { processContext: { env, platform } }: Context,
): Promise<Installation | undefined> {
  if (!software) return undefined;
  return openInstallation({ software: await software(), folder: enginesFolder(env, platform), environment: env });
}

/** The installation of the engine that the user named. */
export async function namedEngine(given: ParsedArguments, context: Context): Promise<Installation> {
  const name = wordOf(given, "engine") ?? "";
  const engine = registeredEngines.find((each) => each.name === name);
  const missing = engine && (await missingPackage(engine));
  if (missing !== undefined) throw new ReeveError("bad-input", needsPackage(`the engine ${name}`, missing));
  const installation = engine && (await installationOf(engine, context));
  if (installation) return installation;
  const known = registeredEngines.filter(({ software }) => software).map((each) => each.name);
  throw new ReeveError(
    "bad-input",
    engine
      ? `<engine>: the ${name} engines are part of reeve: there is nothing to fetch or remove`
      : `<engine>: expected ${known.join(" or ")}, got ${JSON.stringify(name)}`,
  );
}
