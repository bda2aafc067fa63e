import { once } from "node:events";
import { basename, resolve } from "node:path";
import { afterControlC, type Context, flagOf, hasFlag, isForPrograms, type ParsedArguments, printOutcome } from "@reeve/commands";
import { isReeveError, ReeveError } from "@reeve/contract";
import { isSameUrl, listProfiles } from "@reeve/profiles";
import type { DeploymentAnswer, DeploymentChange } from "@reeve/scheduler-models";
import { exitCodes, safeLines, wrap } from "@reeve/terminal";
import type { Planned } from "../definition/deployment.ts";
import { upDetached } from "../in-folder/detach.ts";
import { argumentsOf, FLAGS_IN_CLUSTER, readUpFlags } from "../in-folder/flags.ts";
import { ownProgram } from "../in-folder/own-program.ts";
import { reportInWords, reportOf, startInFolder, type UpReport } from "../in-folder/start-in-folder.ts";
import { deploymentLines } from "./deployment-lines.ts";
import { followDeployment } from "./follow-deployment.ts";
import { ownProfile } from "./own-profile.ts";
import { printEvents } from "./print-events.ts";
import { readRecord, removeRecord, stateIn, writeRecord } from "./record.ts";
import { changesAnything } from "./send-definition.ts";
import { printAddresses, printStates, printWhatNext, printWhereCommandsGo, wrapLabelled } from "./up-summary.ts";

/** Starts the service: in the foreground until Ctrl-C, or in the background. */
export async function upCommand(given: ParsedArguments, context: Context): Promise<void> {
  const misplaced = FLAGS_IN_CLUSTER.find(({ name }) => hasFlag(given, name));
  if (misplaced !== undefined)
    throw new ReeveError("bad-input", `--${misplaced.name} needs --runtime, which installs the service in a cluster`);
  const alone = ["system", "as"].find((name) => hasFlag(given, name));
  if (alone !== undefined) throw new ReeveError("bad-input", `--${alone} needs --install or --uninstall`);
  const state = stateIn(given, context);
  const running = readRecord(state);
  if (running) {
    const { url, original } = running;
    if (original === undefined && hasFlag(given, "detach") && running.flags.join("\n") === startedWith(given, context).join("\n")) {
      const sentence = `Reeve is up already at ${url}, with the state in ${state}.`;
      return printOutcome(context, given, { url, pid: running.pid, state }, sentence);
    }
    throw new ReeveError(
      "conflict",
      original === undefined
        ? `a service is already running at ${url} with the state in ${state}${hasFlag(given, "detach") ? ", started with other flags" : ""}: stop it with reeve down, or give another --state`
        : `${state} is a copy of ${original}, with which a service is running at ${url}: two services must not manage the same nodes; stop that one first, with reeve down --state ${original}`,
    );
  }
  if (hasFlag(given, "detach")) {
    const args = [...argumentsOf(given), `--state=${state}`];
    const report = await upDetached([...ownProgram(), "up"], args, state).catch((thrown) => {
      throw printedByChild(thrown);
    });
    const { changes } = report;
    if (changes && !isForPrograms(given, context)) context.terminal.notes.write(`${plannedLines({ changes }, context).join("\n")}\n`);
    print(report, given, context);
    const flag = printWhereCommandsGo(report, profileOf(report, context), context);
    if (!isForPrograms(given, context)) printWhatNext(report, context.terminal, { flag, end: downOf(given) });
    if (report.refused !== undefined) process.exitCode = exitCodes["bad-input"];
    return;
  }
  await runHere(state, given, context);
}

/** The flags that decide how the service runs, with whole paths, so that they are the same from every folder. */
function startedWith(given: ParsedArguments, { processContext }: Context): readonly string[] {
  return argumentsOf(given)
    .filter((flag) => flag !== "--detach" && flag !== "--show-token")
    .map((flag) => flag.replace(/^(--(?:definition|token-file)=)(.*)$/, (_, name, file) => name + resolve(processContext.cwd, file)))
    .sort();
}

/** The name of the profile of a second service, made from the name of its state folder. */
function nameFrom(state: string): string {
  const name = basename(state).replace(/[^\w.-]/g, "-");
  return /^[A-Za-z0-9]/.test(name) ? name.slice(0, 48) : "local";
}

/** The name of the profile that the child process has created for itself. */
function profileOf({ url }: UpReport, { processContext }: Context): string {
  const made = listProfiles(processContext).find((profile) => profile.madeBy !== undefined && isSameUrl(profile.url, url));
  return made?.name ?? "local";
}

function downOf(given: ParsedArguments): string {
  const state = flagOf(given, "state");
  return state === undefined ? "reeve down" : `reeve down --state ${state}`;
}

/** The error of the child process, which prints errors as JSON because it was started with --json. */
function printedByChild(thrown: unknown): unknown {
  if (!isReeveError(thrown, "server-failure")) return thrown;
  try {
    const { code, message } = JSON.parse(thrown.message).error;
    return code in exitCodes ? new ReeveError(code, message) : thrown;
  } catch {
    return thrown;
  }
}

async function runHere(state: string, given: ParsedArguments, context: Context): Promise<void> {
  const { terminal, signal, interruption } = context;
  // Keeps the process alive, because the service's timers do not.
  using _alive = setInterval(() => undefined, 2 ** 30);
  const warn = (sentence: string) => {
    const { width } = terminal.notes.style();
    const lines = safeLines(sentence).split("\n");
    // Indented lines are an excerpt of a file with aligned columns, so they are not wrapped.
    const broken = lines.flatMap((line) => (line.startsWith(" ") ? [line] : wrap(line, width)));
    terminal.notes.write(`${broken.join("\n")}\n`);
  };
  const profile = ownProfile(context, nameFrom(state), warn);
  const { proofKey, renew: deployed } = profile;
  let changes: readonly DeploymentChange[] | undefined;
  const planned: Planned = (differing, settings) => {
    if (!changesAnything({ changes: differing, settings })) return;
    changes = differing;
    if (!isForPrograms(given, context)) terminal.notes.write(`${plannedLines({ changes, settings }, context).join("\n")}\n`);
  };
  const world = { environment: process.env, platform: process.platform, warn, deployed, planned, proofKey };
  {
    await using reeve = await startInFolder({ ...readUpFlags(given), state }, world);
    const reload = () => void reeve.reload();
    process.on("SIGHUP", reload);
    const report = { ...reportOf(reeve, { showToken: hasFlag(given, "show-token") }), ...(changes && { changes }) };
    writeRecord(state, { pid: process.pid, url: report.url, flags: startedWith(given, context) });
    const name = await profile.make(reeve);
    try {
      print(report, given, context);
      const flag = printWhereCommandsGo(report, name, context);
      if (!isForPrograms(given, context)) {
        await followDeployment(reeve, context);
        if (!signal.aborted) await printAddresses(reeve, context);
        if (!signal.aborted) await printStates(reeve, context);
        if (!signal.aborted) printWhatNext(report, terminal, { flag, end: "Ctrl-C" });
        await printEvents(reeve, context);
      }
      if (!signal.aborted) await once(signal, "abort");
    } finally {
      process.off("SIGHUP", reload);
      await profile.remove();
      removeRecord(state, process.pid);
    }
  }
  // After `reeve down` the exit code is 0; after Ctrl-C it is the usual exit code for Ctrl-C.
  if (!isReeveError(interruption.reason) || interruption.reason.cause !== "SIGINT") return;
  process.exitCode = exitCodes.cancelled;
  if (isForPrograms(given, context)) return;
  terminal.notes.write(`${afterControlC(terminal.notes)}the service has ended; reeve up starts it again with the same state\n`);
}

function plannedLines(deployment: DeploymentAnswer, { terminal }: Context): readonly string[] {
  return ["The definition file has changed. This is deployed:", ...deploymentLines(deployment, terminal.notes.style())];
}

function print(report: UpReport, given: ParsedArguments, context: Context): void {
  const { results } = context.terminal;
  const { width } = results.style();
  const inWords = () =>
    reportInWords(report)
      .split("\n")
      .map((line) => (line.startsWith("   ") ? line : wrapLabelled(line, width)))
      .join("\n");
  results.write(isForPrograms(given, context) ? `${JSON.stringify(report)}\n` : inWords());
}
