import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ReeveError } from "@reeve/contract";
import { contextOfThisProcess, locate, type ProcessContext } from "@reeve/profiles";
import { launchd } from "./launchd.ts";
import { systemd } from "./systemd.ts";

/** A service that the system's manager starts at boot, and again after a crash. */
export interface Unit {
  /** The name, which contains no character that a manager treats specially. */
  readonly name: string;
  readonly state: string;
  /** The program with its arguments; all paths are absolute. */
  readonly command: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  /** A file with further variables, which is not part of the unit because it may contain secrets. It may be missing. */
  readonly environmentFile: string;
  /** Whether the manager of the system runs it, or that of the user. */
  readonly isOfSystem: boolean;
  /** The user of a unit of the system. */
  readonly user?: string;
}

/** Runs a program, and returns its exit code and its output. */
export type RunProgram = (command: readonly string[]) => Promise<{ readonly code: number; readonly output: string }>;

/** Where a manager keeps its units, and how it is asked. */
export interface ManagerPlace {
  readonly folder: string;
  readonly isOfSystem: boolean;
  readonly run: RunProgram;
}

/** A manager of services: systemd or launchd. */
export interface Manager {
  /** The manager's name, for messages. */
  readonly title: string;
  /** The folder of its units. */
  folder(processContext: ProcessContext, isOfSystem: boolean): string;
  /** The name of the unit's file. */
  file(name: string): string;
  /** The state folder of a unit of the system that names none. */
  readonly systemState: string;
  /** The content of the unit's file. */
  text(unit: Unit): string;
  /** Whether the content of a unit's file is that of a unit with this state. */
  isOf(text: string, state: string): boolean;
  /** Lets the manager read the unit, starts it at every boot, and starts it now, or again if it runs already. */
  start(name: string, place: ManagerPlace): Promise<void>;
  /** Stops the unit. The next boot starts it again. */
  stop(name: string, place: ManagerPlace): Promise<void>;
  /** Stops the unit, and forgets it. Its file still exists. */
  remove(name: string, place: ManagerPlace): Promise<void>;
  /** Lets the manager notice that files were removed. */
  reload(place: ManagerPlace): Promise<void>;
  /** The state in the manager's own word, such as `active` or `failed`. */
  state(name: string, place: ManagerPlace): Promise<string>;
  isActive(state: string): boolean;
  /** Whether the manager does not start the service any more. */
  hasFailed(state: string): boolean;
  /** What the user has to know, such as that units of a user end with its session. */
  hints(user: string, place: ManagerPlace): Promise<readonly string[]>;
  /** The command that shows the unit's output. */
  howToRead(name: string, isOfSystem: boolean): string;
}

/** The manager of this platform. */
export function managerOf(platform: string): Manager {
  const manager = managerIfAny(platform);
  if (manager) return manager;
  throw new ReeveError(
    "bad-input",
    `--install knows systemd on Linux and launchd on macOS, and not ${platform}: let the system's own manager run reeve up`,
  );
}

function managerIfAny(platform: string): Manager | undefined {
  return platform === "linux" ? systemd : platform === "darwin" ? launchd : undefined;
}

/**
 * The name of the unit for a state folder: `reeve`, or for another folder than the usual one its name and a part of a digest of its path.
 */
function unitNameOf(state: string, isUsual: boolean): string {
  if (isUsual) return "reeve";
  const digest = createHash("sha256").update(state).digest("hex").slice(0, 8);
  return `reeve-${basename(state)
    .replace(/[^A-Za-z0-9_-]/g, "-")
    .slice(0, 40)}-${digest}`;
}

export type InstalledUnit = ReturnType<typeof unitAt>;

/** Finds the unit with a state folder, among those of the user and those of the system. */
export function installedUnit(state: string, context: ProcessContext, run: RunProgram): InstalledUnit | undefined {
  const manager = managerIfAny(context.platform);
  if (!manager) return undefined;
  for (const isOfSystem of [false, true]) {
    const found = unitAt(state, isOfSystem, context, run);
    if (existsSync(found.file) && manager.isOf(readFileSync(found.file, "utf8"), state)) return found;
  }
  return undefined;
}

/** The unit that has started this process; undefined if no manager has. */
export function ownUnit(state: string): InstalledUnit | undefined {
  const { SYSTEMD_EXEC_PID, XPC_SERVICE_NAME = "" } = process.env;
  const isManaged = SYSTEMD_EXEC_PID === String(process.pid) || XPC_SERVICE_NAME.startsWith("dev.reeve.");
  return isManaged ? installedUnit(state, contextOfThisProcess(), runProgram) : undefined;
}

/** A unit in a phrase such as `reeve.service (systemd, of the user)`. */
export function unitInWords({ name, manager, place }: InstalledUnit): string {
  return `${manager.file(name)} (${manager.title}, of the ${place.isOfSystem ? "system" : "user"})`;
}

/** Where the unit with a state folder is, or would be. */
export function unitAt(state: string, isOfSystem: boolean, context: ProcessContext, run: RunProgram) {
  const manager = managerOf(context.platform);
  const { REEVE_HOME: _, XDG_STATE_HOME: __, ...env } = context.env;
  const usual = isOfSystem ? manager.systemState : locate({ ...context, env }).state;
  const name = unitNameOf(state, state === usual);
  const place: ManagerPlace = { folder: manager.folder(context, isOfSystem), isOfSystem, run };
  return { name, manager, place, file: join(place.folder, manager.file(name)) };
}

/** Runs a program of the system. */
export const runProgram: RunProgram = ([program = "", ...words]) =>
  new Promise((resolve) => {
    const child = spawn(program, words, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
    child.once("error", (error) => resolve({ code: 127, output: error.message }));
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
