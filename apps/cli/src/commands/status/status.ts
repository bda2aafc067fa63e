import { type RolloutState, rolloutState, serviceChanges } from "@reeve/client";
import {
  type ClientCa,
  type Command,
  type Context,
  hasFlag,
  type ListedRemoval,
  outputChoiceOf,
  type ParsedArguments,
  type Result,
  settingsOf,
  urlOf,
  watchResult,
  withTransport,
  writeResult,
} from "@reeve/commands";
import { isReeveError, ReeveError } from "@reeve/contract";
import type { KindName, Settings } from "@reeve/profiles";
import { listNodes, type OwnNode, type Plan } from "@reeve/scheduler-models";
import { progressLines, type Rollout, type Style, shown, startSpinner, stepsDone, wrapSentence } from "@reeve/terminal";
import type { Transport } from "@reeve/transport";
import { installedService } from "../../installed-service.ts";
import { type Session, sessionOf } from "../../operations/session.ts";
import { namedKinds, serviceKind } from "../../services/by-name.ts";
import { summaryOfInstance } from "../../services/tables.ts";
import { clientTlsHere, isNarrowed, type StatusSubject, thereNow } from "./subjects.ts";

/** Shows the rollouts of all services. */
export const statusCommand: Command = {
  name: "status",
  summary: "Show the rollouts of all services",
  about:
    "With --check the exit code is 13 if a rollout has failed, and 14 if one is not complete, if a node that should serve does not, or if a file system has no active name node.",
  examples: [
    "status",
    "status --watch",
    "status --wait --timeout 10m",
    "status --profile prod --json",
    "status --check",
  ],
  flags: [
    { name: "check", summary: "exit with 13 or 14 unless all rollouts are complete and all nodes serve" },
    { name: "wait", summary: "wait until --check would exit with 0; the exit code after --timeout is 14" },
    { name: "watch", short: "w", summary: "show the status again after each change, until q, Ctrl-C or --timeout" },
  ],
  effect: "read",
  run: showStatus,
};

interface OfService {
  readonly service: string;
  readonly kind: KindName;
}

/** One row of the status: a plan of a service, with further facts about the service. */
interface Shown extends OfService {
  readonly plan: string;
  readonly rollout: Plan;
  /** The addresses of the nodes of a real service: `broker-0 127.0.0.1:9092`. */
  readonly nodes?: readonly string[];
  /** How clients connect to the nodes, for services where the addresses alone are not enough. */
  readonly connect?: string;
  /** The state of the service in one sentence, for kinds of service that have such a sentence. */
  readonly about?: string;
  /** Whether the service serves clients at all, as far as it is known. */
  readonly serves?: boolean;
  /** What the service's runtime cannot do at present although no node waits for it. */
  readonly trouble?: string;
  /** The nodes that should serve but do not, with their states: `node-0 (starting)`. */
  readonly notServing?: readonly string[];
  /** The nodes that are paused, which an operator wanted. */
  readonly paused?: readonly string[];
}

/** A service whose plan could not be read, with the reason. */
interface Failed extends OfService {
  readonly error: ReeveError;
}

/** A service that is being removed. It has no plan any more. */
interface Removing extends OfService {
  readonly removing: true;
  /** Why parts of the service are still there, as far as it is known. */
  readonly trouble?: string;
}

/** The rows, what is amiss with the service itself, and the unit of systemd or launchd that runs the service. */
interface Seen {
  readonly rows: readonly Row[];
  readonly unit: string | undefined;
  /** What keeps the service from storing its state. */
  readonly trouble: string | undefined;
}

type Row = Shown | Failed | Removing;

/**
 * Shows the progress of all instances if the server is the Reeve service, otherwise of the services in the settings. If one service fails,
 * the other services are still shown, and the command ends with the error of the failed service.
 */
async function showStatus(args: ParsedArguments, context: Context): Promise<void> {
  const settings = settingsOf(args, context);
  const unit = settings.url ? undefined : await (await installedService())?.findUnit(context);
  if (unit) context.terminal.notes.write(`note: ${unit.message}; ${unit.advice}\n`);
  urlOf(settings);
  if (hasFlag(args, "watch")) return watchStatus(settings, args, context);
  const seen = await (hasFlag(args, "wait") ? settled : rowsOf)(settings, args, context);
  await writeResult(resultOf(seen, context), outputChoiceOf(args), context.terminal);
  const failure = seen.rows.find((row) => "error" in row);
  if (failure) throw failure.error;
  if (hasFlag(args, "check") || hasFlag(args, "wait")) {
    const amiss = amissIn(seen.rows);
    if (amiss) throw amiss;
  }
}

/** Shows the status again whenever it changes. */
async function watchStatus(settings: Settings, args: ParsedArguments, context: Context): Promise<void> {
  let noted = "";
  const note = (text: string) => {
    if (text !== noted) context.terminal.notes.write(text);
    noted = text;
  };
  const read = async () => resultOf(await rowsOf(settings, args, context, note), context);
  const watch = (transport: Transport) =>
    watchResult(read, outputChoiceOf(args), context, serviceChanges(transport, { isAll: true }));
  await withTransport(args, context, watch, { retries: 0 });
}

async function rowsOf(
  settings: Settings,
  args: ParsedArguments,
  context: Context,
  note?: (text: string) => void,
): Promise<Seen> {
  const {
    running,
    removals,
    unit = undefined,
    trouble = undefined,
  } = isNarrowed(settings) ? { running: [], removals: [] } : await thereNow(args, context, note);
  const isThere = running.length > 0 || removals.length > 0;
  const plans = isThere ? await plansOfAll(running, context) : await plansOfNamed(settings, args, context);
  const rows = [...plans, ...removals.map(removing)];
  const [failure] = rows.filter((row) => "error" in row);
  if (failure && rows.every((row) => "error" in row)) throw failure.error;
  return { rows, unit, trouble };
}

function removing({ name: service, kind, trouble }: ListedRemoval): Removing {
  return { service, kind, removing: true, ...(trouble !== undefined && { trouble }) };
}

function resultOf({ rows, unit, trouble }: Seen, { terminal: { results } }: Context): Result {
  const { style } = results;
  const lines = () => [
    ...progressLines(rows.flatMap(rolloutOf), style()),
    ...rows.flatMap((row) => linesBelow(row, style())),
    ...(trouble === undefined ? [] : sentence(`The service: ${trouble}`, style())),
    ...(unit === undefined ? [] : sentence(`The service runs as ${unit}.`, style())),
  ];
  return { body: rows.map(dataOf), named: [...new Set(rows.map(({ service }) => service))], lines };
}

/** Reads the status again and again, until nothing is pending, or until the timeout. */
async function settled(settings: Settings, args: ParsedArguments, context: Context): Promise<Seen> {
  let seen: Seen | undefined;
  let pending: ReeveError | undefined;
  using spinner = startSpinner(context.terminal.notes.screen(), "status");
  const wait = async (transport: Transport) => {
    const changes = serviceChanges(transport, { isAll: true });
    for (;;) {
      seen = await rowsOf(settings, args, context, () => undefined);
      pending = seen.rows.some((row) => "error" in row) ? undefined : amissIn(seen.rows);
      if (pending?.code !== "still-pending") return seen;
      spinner.update(pending.message);
      const within = Math.min(1_000, context.left() ?? 1_000);
      await changes.next({ pause: within, left: within, signal: context.interruption });
      context.signal.throwIfAborted();
    }
  };
  try {
    return await withTransport(args, context, wait, { retries: 0 });
  } catch (thrown) {
    if (context.over.aborted && !context.interruption.aborted && pending) throw pending;
    throw thrown;
  }
}

/** The error for the first service whose plan has failed or is not complete, or that is being removed. */
function amissIn(rows: readonly Row[]): ReeveError | undefined {
  const plans = rows.flatMap((row) => ("rollout" in row ? [row] : []));
  const inState = (...states: readonly RolloutState[]) =>
    plans.find(({ rollout }) => states.includes(rolloutState(rollout)));
  const failed = inState("failed");
  if (failed) return new ReeveError("rollout-failed", `${named(failed)} has failed`);
  const pending = inState("waiting", "running");
  if (pending) return new ReeveError("still-pending", `${named(pending)} is not complete yet`);
  const down = plans.find(({ notServing }) => notServing);
  if (down) return new ReeveError("still-pending", `${down.service} does not serve on ${down.notServing?.join(", ")}`);
  const idle = plans.find(({ serves }) => serves === false);
  if (idle) return new ReeveError("still-pending", `${idle.service}: ${idle.about}`);
  const leaving = rows.find((row) => "removing" in row);
  return leaving && new ReeveError("still-pending", `${leaving.service} is still being removed`);
}

function named({ service, plan }: Shown): string {
  return `the ${plan} plan of ${service}`;
}

function rolloutOf(row: Row): readonly Rollout[] {
  if ("removing" in row) return [];
  if ("error" in row) return [{ owner: row.service, failure: row.error.message }];
  return [{ owner: row.service, name: row.plan, plan: row.rollout }];
}

function linesBelow(row: Row, style: Style): readonly string[] {
  if ("error" in row) return [];
  if ("removing" in row)
    return sentence([`${row.service}: is being removed.`, row.trouble ?? ""].join(" ").trim(), style);
  const { service, about, nodes, connect, trouble, notServing, paused } = row;
  return [
    ...(notServing ? sentence(`${service}: does not serve on ${notServing.join(", ")}`, style) : []),
    ...(paused ? sentence(`${service}: ${pausedInWords(paused)}`, style) : []),
    ...(trouble === undefined ? [] : sentence(`${service}: ${trouble}`, style)),
    ...(about === undefined ? [] : sentence(`${service}: ${about}`, style)),
    ...(nodes ? [`${service}: ${nodes.join(", ")}`] : []),
    ...(connect === undefined ? [] : [`${service}: ${connect}`]),
  ];
}

function pausedInWords(nodes: readonly string[]): string {
  const [are, they] =
    nodes.length === 1
      ? ["is", "it serves no clients until it is restarted"]
      : ["are", "they serve no clients until they are restarted"];
  return `${nodes.join(", ")} ${are} paused: ${they}`;
}

function sentence(text: string, style: Style): readonly string[] {
  return wrapSentence(shown(text, style), style.width);
}

function dataOf(row: Row): unknown {
  const { service, kind } = row;
  if ("removing" in row)
    return { service, kind, status: "REMOVING", ...(row.trouble !== undefined && { trouble: row.trouble }) };
  if ("error" in row) return { service, kind, error: { code: row.error.code, message: row.error.message } };
  const { plan, rollout, nodes, connect, about, trouble, notServing, paused } = row;
  return {
    service,
    kind,
    plan,
    status: rollout.status,
    ...stepsDone(rollout),
    ...(nodes && { nodes }),
    ...(notServing && { notServing }),
    ...(paused && { paused }),
    ...(connect !== undefined && { connect }),
    ...(about !== undefined && { about }),
    ...(trouble !== undefined && { trouble }),
  };
}

async function plansOfAll(subjects: readonly StatusSubject[], context: Context): Promise<readonly (Shown | Failed)[]> {
  return (await Promise.all(subjects.map((subject) => plansOf(subject, context)))).flat();
}

async function plansOfNamed(
  settings: Settings,
  args: ParsedArguments,
  context: Context,
): Promise<readonly (Shown | Failed)[]> {
  const { named, isOfOne } = namedKinds(settings);
  if (named.length === 0) {
    throw new ReeveError(
      "bad-input",
      "no service is set: give --service, set REEVE_SERVICE, or store it with reeve profiles change",
    );
  }
  const subjects = named.map((kind) => ({ kind, given: args }));
  const rows = await plansOfAll(subjects, context);
  const plans = rows.filter((row) => !("error" in row));
  return isOfOne && plans.length > 0 ? plans : rows;
}

/** The deploy plan, and the plans for recovery and for moving partitions if they are in progress. */
async function plansOf(subject: StatusSubject, context: Context): Promise<readonly (Shown | Failed)[]> {
  const { kind, given, isReal, clientCa, trouble } = subject;
  const session = await sessionOf(await serviceKind(kind), given, context);
  const show = async (plan: string): Promise<Shown> => ({
    service: session.service,
    kind,
    plan,
    rollout: await session.client.plans.show({ plan }, session.options()),
  });
  try {
    const deploy = await show("deploy");
    // Only the Reeve service, whose instances are known to be real or simulated, lists its nodes with their states.
    const all = isReal === undefined ? [] : ((await session.call(listNodes).catch(ifThere))?.read() ?? []);
    const nodes = isReal ? addressesOf(all) : [];
    const notServing = all.filter(({ state }) => state !== "running" && state !== "paused");
    const paused = all.filter(({ state }) => state === "paused");
    // The state is requested only from the Reeve service, because no other server can describe its state in one sentence.
    const summary = isReal === undefined ? undefined : await summaryOfInstance(session);
    const names = ["recovery", ...(kind === "broker" ? ["partitions"] : [])];
    const others = await Promise.all(names.map((name) => show(name).catch(ifThere)));
    return [
      {
        ...deploy,
        ...(notServing.length > 0 && { notServing: notServing.map(({ node, state }) => `${node} (${state})`) }),
        ...(paused.length > 0 && { paused: paused.map(({ node }) => node) }),
        ...(nodes.length > 0 && reachedBy(nodes, session, clientCa)),
        ...(summary && { about: summary.text, serves: summary.serves }),
        ...(trouble !== undefined && { trouble }),
      },
      ...others.flatMap((other) => (other && other.rollout.status !== "COMPLETE" ? [other] : [])),
    ];
  } catch (thrown) {
    if (!isReeveError(thrown) || thrown.code === "cancelled") throw thrown;
    return [{ service: session.service, kind, error: thrown }];
  } finally {
    await session.close();
  }
}

/** Returns undefined if the server does not have what was requested, such as a plan that does not exist yet. Throws any other error. */
function ifThere(thrown: unknown): undefined {
  if (!isReeveError(thrown, "not-in-revision") && !isReeveError(thrown, "not-found")) throw thrown;
}

function reachedBy(
  nodes: readonly string[],
  { parts }: Session,
  clientCa: ClientCa | undefined,
): Pick<Shown, "nodes" | "connect"> {
  const addresses = nodes.map((node) => node.slice(node.indexOf(" ") + 1));
  const connect = parts.howToConnect?.(addresses, clientCa && clientTlsHere(clientCa));
  return { nodes, ...(connect !== undefined && { connect }) };
}

/** Returns the addresses of the nodes that clients can connect to. */
function addressesOf(nodes: readonly OwnNode[]): readonly string[] {
  return nodes.flatMap(({ node, internal, state, addresses: [address], ports }) => {
    const [port] = Object.values(ports);
    return internal || state !== "running" || address === undefined || port === undefined
      ? []
      : [`${node} ${address}:${port}`];
  });
}
