import { existsSync, rmSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { type Context, hasFlag, type ParsedArguments, printOutcome } from "@reeve/commands";
import { ReeveError } from "@reeve/contract";
import { isAlive, locate, removeLocal } from "@reeve/profiles";
import { agree, bytes, startSpinner } from "@reeve/terminal";
import { cancellationError } from "@reeve/transport";
import { realData, stopOrphans } from "../in-folder/real-nodes.ts";
import { LOG_FILE } from "../state/last-end.ts";
import { installedUnit, runProgram, unitInWords } from "../unit/unit.ts";
import { readRecord, stateIn, type UpRecord } from "./record.ts";

/** Stops the service of a state folder, and with `--purge` removes the folder. */
export async function downCommand(given: ParsedArguments, context: Context): Promise<void> {
  const state = stateIn(given, context);
  const found = readRecord(state);
  // A copy of the state names the service of the original, which goes on.
  const running = found?.original === undefined ? found : undefined;
  const purge = hasFlag(given, "purge");
  if (purge) await askToPurge(state, given, context);
  const left = running ? [] : await stopOrphansOf(state, context);
  const unit = installedUnit(state, context.processContext, runProgram);
  // The manager is told, so that it does not take the end for a failure. If it does not answer, the service is asked itself.
  if (running && unit) await unit.manager.stop(unit.name, unit.place).catch(() => undefined);
  if (running) await end(running, context);
  if (purge) rmSync(state, { recursive: true, force: true });
  const ended = running ? `The service at ${running.url} has ended.` : noService(left);
  const kept = purge ? ` ${state} is removed.` : running ? ` Its data is in ${state}.` : "";
  const next = unit ? ` ${unitInWords(unit)} starts it again at the next boot; reeve up --uninstall removes the unit.` : "";
  await printOutcome(context, given, { ended: running?.url ?? null, purged: purge, state }, ended + kept + next);
}

function noService(left: readonly string[]): string {
  if (left.length === 0) return "No service runs here.";
  return `No service runs here; the orphaned nodes of ${left.join(", ")} were stopped.`;
}

async function askToPurge(state: string, given: ParsedArguments, { terminal, signal, processContext }: Context): Promise<void> {
  // The log file shows that the folder contains the state of a service. Other folders are never removed.
  if (!existsSync(join(state, LOG_FILE)))
    throw new ReeveError("not-found", `${state} does not contain the state of a service, so nothing was removed`);
  const { profiles } = locate(processContext);
  if (existsSync(profiles) && isWithin(state, profiles)) {
    throw new ReeveError(
      "conflict",
      `${state} also holds profiles and logins, so nothing was removed: move the profiles and logins to another folder, or delete only the files of the service, by hand`,
    );
  }
  const real = realData(state).map((each) => `${each.instance} (${bytes(each.bytes)})`);
  if (hasFlag(given, "yes")) {
    if (real.length === 0 || hasFlag(given, FORCE)) return;
    throw new ReeveError(
      "bad-input",
      `${state} contains the data of real nodes, ${real.join(", ")}; nothing was removed. To delete the data for good, give --${FORCE} together with --yes`,
    );
  }
  const consequence = [
    `This removes ${state}: all topics, keyspaces, backups and configurations of its service.`,
    ...(real.length === 0 ? [] : [`This includes the data of real nodes: ${real.join(", ")}. It cannot be undone.`]),
  ];
  await agree(terminal.conversation(signal), { act: "removing the state", consequence }, terminal.notes.style());
}

function isWithin(folder: string, path: string): boolean {
  const relativePath = relative(folder, path);
  // On Windows the relative path to another drive is an absolute path.
  return !relativePath.startsWith("..") && !isAbsolute(relativePath);
}

const FORCE = "force-data-loss";

/** Timeout in milliseconds for a service to stop. Requests, brokers and controllers may each take half a minute to end. */
const TIMEOUT = 90_000;

/**
 * Stops real nodes that still run although their service was killed. Once the service's state is removed, nothing could manage these nodes;
 * and an older version could not adopt what a newer one has started.
 */
export async function stopOrphansOf(state: string, { terminal }: Context): Promise<readonly string[]> {
  using _spinner = startSpinner(terminal.notes.screen(), "stopping orphaned nodes");
  return stopOrphans(state);
}

async function end({ pid, url }: UpRecord, { terminal, processContext, signal, now }: Context): Promise<void> {
  using spinner = startSpinner(terminal.notes.screen(), `ending the service at ${url}`);
  if (isAlive(pid)) process.kill(pid, "SIGTERM");
  const late = now() + TIMEOUT;
  while (isAlive(pid)) {
    if (signal.aborted)
      throw new ReeveError(cancellationError(signal).code, `the service (process ${pid}) was asked to stop, but may still be running`);
    if (now() > late)
      throw new ReeveError("timed-out", `the service (process ${pid}) was asked to stop, but is still running after ${TIMEOUT / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  spinner.stop();
  // A service that was killed could not remove its own profile, so the profile is removed here.
  await removeLocal(processContext, pid);
}
