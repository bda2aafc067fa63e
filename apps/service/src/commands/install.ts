import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join, resolve } from "node:path";
import { type Context, flagOf, hasFlag, outputChoiceOf, type ParsedArguments, printOutcome, writeResult } from "@reeve/commands";
import { codeOfError, ReeveError } from "@reeve/contract";
import { reasonOf } from "@reeve/orchestrator/engine";
import { locate } from "@reeve/profiles";
import { shown, startSpinner } from "@reeve/terminal";
import { readDefinition } from "../definition/read-definition.ts";
import { argumentsOf, readUpFlags } from "../in-folder/flags.ts";
import { ownProgram } from "../in-folder/own-program.ts";
import { environmentOfUnit, secretVariablesIn } from "../unit/environment.ts";
import { type InstalledUnit, installedUnit, managerOf, runProgram, type Unit, unitAt } from "../unit/unit.ts";
import { readRecord, stateIn, type UpRecord } from "./record.ts";

/** Installs the service as a unit of the system's manager, or updates this unit, and starts it. */
export async function installCommand(given: ParsedArguments, context: Context): Promise<void> {
  for (const flag of ["show-token", "uninstall"]) {
    if (hasFlag(given, flag)) throw new ReeveError("bad-input", `--${flag} cannot be combined with --install`);
  }
  const state = stateOf(given, context);
  const installed = unitAt(state, hasFlag(given, "system"), context.processContext, runProgram);
  const { manager, name, place } = installed;
  const running = readRecord(state);
  const wasActive = existsSync(installed.file) && manager.isActive(await manager.state(name, place));
  if (running && !wasActive)
    throw new ReeveError(
      "conflict",
      `a service is already running at ${running.url} with the state in ${state}: stop it with reeve down, then install it`,
    );
  const { described, notes } = await describeUnit(given, context, state, installed);
  const change = write(installed, manager.text(described));
  const isRestarted = change !== "unchanged" || !running;
  if (isRestarted) await manager.start(name, place);
  const record = isRestarted ? await untilUp(state, running, installed, context) : running;
  const hints = await manager.hints(userInfo().username, place);
  const words = [
    `${installed.file} is ${change}. ${manager.title} starts the service at boot, and again after a crash.`,
    `Reeve is up at ${record?.url}.`,
    ...[...notes, ...hints].map((note) => `note: ${note}`),
  ];
  const url = record?.url ?? null;
  const outcome = { unit: name, file: installed.file, change, url, state, notes: [...notes, ...hints] };
  const { terminal } = context;
  const lines = () => words.map((line) => shown(line, terminal.results.style()));
  await writeResult({ body: outcome, lines }, outputChoiceOf(given), terminal);
}

/** Stops the unit and removes it. The state is kept. */
export async function uninstallCommand(given: ParsedArguments, context: Context): Promise<void> {
  const state = stateOf(given, context);
  const installed = installedUnit(state, context.processContext, runProgram);
  if (!installed) throw new ReeveError("not-found", `no unit is installed for the state in ${state}`);
  await installed.manager.remove(installed.name, installed.place);
  rmSync(installed.file, { force: true });
  await installed.manager.reload(installed.place);
  const words = `The service has ended, and ${installed.file} is removed. Its data is in ${state}.`;
  await printOutcome(context, given, { unit: installed.name, file: installed.file, state }, words);
}

function stateOf(given: ParsedArguments, context: Context): string {
  if (!hasFlag(given, "system") || hasFlag(given, "state")) return stateIn(given, context);
  return managerOf(context.processContext.platform).systemState;
}

async function describeUnit(
  given: ParsedArguments,
  { processContext }: Context,
  state: string,
  { name, place: { isOfSystem } }: InstalledUnit,
): Promise<{ readonly described: Unit; readonly notes: readonly string[] }> {
  readUpFlags(given);
  const { env, cwd } = processContext;
  const user = isOfSystem ? (flagOf(given, "as") ?? env.SUDO_USER ?? userInfo().username) : undefined;
  if (!isOfSystem && hasFlag(given, "as")) throw new ReeveError("bad-input", "--as needs --system");
  if (user !== undefined && !/^[A-Za-z_][A-Za-z0-9_.-]{0,30}\$?$/.test(user))
    throw new ReeveError("bad-input", `--as ${user}: expected the name of a user`);
  const isOwnUser = user === undefined || user === userInfo().username;
  const { variables, leftOut } = environmentOfUnit(env, isOwnUser);
  const folder = isOfSystem ? "/etc/reeve" : dirname(locate(processContext).profiles);
  const environmentFile = join(folder, "service.env");
  const file = flagOf(given, "definition");
  const path = file === undefined ? undefined : resolve(cwd, file);
  const secrets = path === undefined ? [] : await secretsOf(path);
  const missing = [...leftOut, ...secrets].filter((each) => !namesIn(environmentFile).includes(each));
  const absolute = { definition: path, "token-file": flagOf(given, "token-file"), state };
  const flags = argumentsOf(given).filter((flag) => !/^--(?:definition|token-file|detach)(?:=|$)/.test(flag));
  const paths = Object.entries(absolute).flatMap(([flag, value]) => (value === undefined ? [] : [`--${flag}=${resolve(cwd, value)}`]));
  const command = [...ownProgram(), "up", ...flags, ...paths];
  const notes = [
    ...(missing.length === 0
      ? []
      : [
          `a unit contains no secrets: write ${missing.join(", ")} to ${environmentFile}, as NAME=VALUE on a line for each, and make the file readable for its owner only`,
        ]),
    ...(isReadableByOthers(environmentFile) ? [`other users can read ${environmentFile}: chmod 600 it`] : []),
    ...(user === "root" ? ["the service runs as root; --as USER lets another user run it"] : []),
  ];
  return { described: { name, state, command, variables, environmentFile, isOfSystem, ...(user !== undefined && { user }) }, notes };
}

/** Refuses a definition that cannot be read, and returns the variables that contain its secrets. */
async function secretsOf(path: string): Promise<readonly string[]> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new ReeveError("bad-input", `${path} cannot be read: ${reasonOf(error)}`);
  }
  await readDefinition(text, path, dirname(path));
  return secretVariablesIn(text);
}

function namesIn(environmentFile: string): readonly string[] {
  if (!existsSync(environmentFile)) return [];
  return [...readFileSync(environmentFile, "utf8").matchAll(/^\s*([A-Za-z_]\w*)=/gm)].map(([, name = ""]) => name);
}

function isReadableByOthers(file: string): boolean {
  return ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;
}

function write({ file }: InstalledUnit, text: string): "installed" | "updated" | "unchanged" {
  const before = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  if (before === text) return "unchanged";
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, text, { mode: 0o644, flush: true });
    renameSync(`${file}.new`, file);
  } catch (error) {
    const code = codeOfError(error) ?? String(error);
    const advice = code === "EACCES" || code === "EPERM" ? ": --system needs root, such as with sudo" : "";
    throw new ReeveError("forbidden", `${file} cannot be written (${code})${advice}`);
  }
  return before === undefined ? "installed" : "updated";
}

/** How long a start may take, in milliseconds. */
const TIMEOUT = 90_000;

/** Waits until the unit's service answers. The failure says how to read what it has written. */
async function untilUp(
  state: string,
  before: UpRecord | undefined,
  { manager, name, place }: InstalledUnit,
  { terminal, signal, now }: Context,
): Promise<UpRecord> {
  using _spinner = startSpinner(terminal.notes.screen(), `starting ${name}`);
  const late = now() + TIMEOUT;
  const advice = `${manager.howToRead(name, place.isOfSystem)} shows why`;
  for (;;) {
    const record = readRecord(state);
    if (record && record.pid !== before?.pid) return record;
    signal.throwIfAborted();
    const current = await manager.state(name, place);
    if (manager.hasFailed(current))
      throw new ReeveError("server-failure", `${name} is installed, but its service ended at once (${current}): ${advice}`);
    if (now() > late) throw new ReeveError("timed-out", `${name} is installed, but did not answer within ${TIMEOUT / 1000} s: ${advice}`);
    await new Promise((done) => setTimeout(done, 200));
  }
}
