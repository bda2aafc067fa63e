import { fstatSync, ftruncateSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { defined } from "@reeve/contract";
import { locate } from "@reeve/profiles";
import type { DeploymentChange } from "@reeve/scheduler-models";
import { openLineFile } from "../record/line-file.ts";
import type { LogEntry } from "../record/log.ts";
import type { Reeve, ReeveOptions } from "../reeve.ts";
import { startReeve } from "../start/start-reeve.ts";
import { CRASHED, ERRORS_FILE, type LastEnd, LOG_FILE } from "../state/last-end.ts";
import { keepInFolder } from "../state/state-folder.ts";
import type { UpFlags } from "./flags.ts";

/** The report that `up` prints as soon as the service answers HTTP requests; one line with `--json`. */
export interface UpReport extends Pick<Reeve, "url" | "tokenFile" | "services" | "simulated" | "lastEnd"> {
  /** A token; only with `--show-token`. */
  readonly token?: string;
  /** The path of the authority's certificate. */
  readonly ca?: string;
  readonly serviceAccount?: { readonly uid: string; readonly keyFile?: string };
  readonly state: string;
  /** The process that runs the service. */
  readonly pid: number;
  /** Why the definition was refused; the earlier definition then still applies. Absent if the definition was accepted. */
  readonly refused?: string;
  /** What a changed definition file has changed at the start, with the plan of it; absent if nothing has changed. */
  readonly changes?: readonly DeploymentChange[];
  /** Notes for operators; absent if there are none. */
  readonly notes?: Reeve["notes"];
}

/** The context of the process in which `up` runs. */
export interface UpWorld extends Pick<ReeveOptions, "proofKey" | "deployed" | "planned"> {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  /** Shows a warning to the user who started the service. */
  warn(sentence: string): void;
}

/** Starts the service as `reeve up` does, with its state and a log file in a folder. */
export async function startInFolder(flags: UpFlags, world: UpWorld): Promise<Reeve> {
  // Everything that the service and its nodes write is for this user only.
  process.umask(0o077);
  const state = stateOf(flags, world);
  keepInFolder(state);
  const file = openLineFile(join(state, LOG_FILE), { largest: 50 * 1024 * 1024, least: 1, most: 1, days: 0 });
  let started = false;
  const log = (line: string, entry: LogEntry) => {
    const isReported = !started && REPORTED.has(entry.event);
    if ((entry.level === "error" || entry.level === "warn") && !isReported) {
      boundErrors(join(state, ERRORS_FILE));
      world.warn(sentenceOf(entry));
    }
    try {
      file.write(line);
    } catch {
      // If the disk is full, the service continues without the log file: warnings have also been shown to the user, and `/reeve/v1/logs`
      // shows the entries in memory.
    }
  };
  const crashed = (error: unknown, origin: string) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const entry = { at: new Date().toISOString(), level: "error", event: CRASHED, origin, error: text } as const;
    try {
      file.write(JSON.stringify(entry), true);
    } catch {
      // The process ends now, and its standard error has the same text.
    }
  };
  process.on("uncaughtExceptionMonitor", crashed);
  const { definition, tls, tokenFile, ...others } = flags;
  const { environment: _, platform: __, warn: ___, ...hooks } = world;
  const reeve = await startReeve(undefined, {
    ...others,
    ...hooks,
    state,
    log,
    // So that a first look at metrics, logs and sizes has something to show.
    usualTraffic: "steady",
    ...(tls && { tls }),
    ...(definition !== undefined && { definitionFile: resolve(definition) }),
    ...(tokenFile !== undefined && { tokenFile: resolve(tokenFile) }),
  }).catch((error) => {
    process.off("uncaughtExceptionMonitor", crashed);
    throw error;
  });
  started = true;
  return reeve;
}

/** Events at the start that are part of the report, so that no warning is needed. */
const REPORTED: ReadonlySet<string> = new Set(["definition-refused", "ended-uncleanly"]);

/** The largest size of the file with the standard error, in bytes. */
const LARGEST_ERRORS = 10 * 1024 * 1024;

/** Empties the file if this process writes its standard error to it, and the file has become large. */
function boundErrors(path: string): void {
  try {
    const own = fstatSync(2);
    if (!own.isFile() || own.size < LARGEST_ERRORS) return;
    const { ino, dev } = statSync(path);
    if (own.ino === ino && own.dev === dev) ftruncateSync(2);
  } catch {
    // The file is missing or cannot be read, so it is not the one of this process.
  }
}

/** The state folder: the flag's value, or the command line's default. */
export function stateOf(flags: Pick<UpFlags, "state">, world: Pick<UpWorld, "environment" | "platform">): string {
  if (flags.state !== undefined) return resolve(flags.state);
  const { environment: env, platform } = world;
  return locate({ env, platform, home: homedir(), cwd: process.cwd() }).state;
}

/** The report about a service that `up` has started. It contains the token only on request, because reports end up in logs. */
export function reportOf(reeve: Reeve, { showToken = false }: { readonly showToken?: boolean } = {}): UpReport {
  const { url, token, tokenFile, services, simulated, notes, caFile, serviceAccount, refused, lastEnd, state = "" } = reeve;
  const { uid, keyFile } = serviceAccount ?? {};
  return defined({
    ...{ url, token: showToken ? token : undefined, tokenFile, services, ca: caFile },
    serviceAccount: uid === undefined ? undefined : defined({ uid, keyFile }),
    ...{ state, pid: process.pid, refused, simulated, lastEnd, notes: notes.length > 0 ? notes : undefined },
  });
}

/** The report as text. */
export function reportInWords(report: Omit<UpReport, "pid">): string {
  const { url, token, tokenFile, services, simulated, notes = [], ca, serviceAccount, refused, lastEnd, state } = report;
  const names = services.map(({ name, kind, revision }) => `${name} (${kind}, ${revision})`);
  return [
    ...(refused === undefined ? [] : [`The definition was refused, so the previous definition still applies: ${refused}`, AGAIN]),
    `Reeve is up at ${url}: ${names.join(", ")}.${simulation(services.length, simulated)}`,
    ...(token === undefined ? [] : [`  token    ${token}`]),
    ...(token !== undefined || tokenFile === undefined ? [] : [`  token    in the file ${tokenFile}`]),
    ...(ca === undefined ? [] : [`  CA       ${ca}`]),
    ...(serviceAccount === undefined ? [] : [`  account  ${serviceAccount.uid}, key in ${serviceAccount.keyFile}`]),
    `  state    ${state}`,
    ...(lastEnd ? endInWords(lastEnd) : []),
    ...notes.map((note) => `  note     ${note}`),
    "",
  ].join("\n");
}

function endInWords({ at, reason, lines }: LastEnd): readonly string[] {
  const last = lines.length === 0 ? "" : "; its last lines:";
  return [
    `  ended    the last service with this state did not stop properly: ${reason}; it last ran at ${at}${last}`,
    ...lines.map((line) => `      ${line}`),
  ];
}

const AGAIN =
  "Correct the file, which is read again when it is saved; or deploy it with reeve deploy FILE, which can also remove instances (--remove).";

function simulation(all: number, simulated: readonly string[]): string {
  if (simulated.length === 0) return "";
  return simulated.length === all ? " All of it is simulated." : ` Simulated: ${simulated.join(", ")}.`;
}

function sentenceOf({ event, instance, task, reason, detail, error }: LogEntry): string {
  const subject = [instance, task].filter((each) => typeof each === "string").join(" ");
  const words = [reason, detail].find((each) => typeof each === "string") ?? firstLineOf(error);
  return [subject, event, words].filter((each) => each).join(": ");
}

function firstLineOf(error: unknown): string | undefined {
  return typeof error === "string" ? error.split("\n")[0] : undefined;
}
