import { setTimeout as sleep } from "node:timers/promises";
import {
  type Command,
  type Context,
  outputChoiceOf,
  type ParsedArguments,
  type Result,
  settingsOf,
  urlOf,
  watchResult,
  writeResult,
} from "@reeve/commands";
import { isReeveError, ReeveError } from "@reeve/contract";
import { type NodeUsage, nodesUsage } from "@reeve/scheduler-models";
import { bytes, type Column, table } from "@reeve/terminal";
import { type Session, sessionOf } from "../../operations/session.ts";
import { namedKinds, serviceKind } from "../../services/kind.ts";
import { isNarrowed, thereNow } from "./subjects.ts";

/** Shows the resource usage of nodes. */
export const topCommand: Command = {
  name: "top",
  summary: "Show the memory, processors and disk that the nodes of all services use",
  about:
    "Limits come from each node's specification. On a terminal, the figures are updated until q or Ctrl-C. Simulated nodes use resources only if their traffic is steady or busy.",
  examples: ["top", "top --json", "top --service kafka"],
  effect: "read",
  run: showTop,
};

interface Row extends NodeUsage {
  readonly service: string;
  /** The number of processors in use, averaged over the time since the previous sample. */
  readonly processors: number;
}

/** Milliseconds between the two samples from which processor use is computed. */
const BETWEEN = 1000;

/** Shows the resource usage of the nodes of all services: repeatedly on a terminal, once elsewhere. */
async function showTop(args: ParsedArguments, context: Context): Promise<void> {
  const sessions = await sessionsOf(args, context);
  const { terminal } = context;
  const output = outputChoiceOf(args);
  const sample = samples(sessions, context);
  const result = async (): Promise<Result> => {
    const { rows, idle } = await sample();
    return { body: rows, named: rows.map(({ node }) => node), lines: () => linesOf(rows, idle, context) };
  };
  try {
    // Processor use is computed from two samples, so the first sample is not shown.
    await sample();
    await sleep(BETWEEN, undefined, { signal: context.signal });
    const isForPeople = output.format === "table" || output.format === "wide";
    if (isForPeople && terminal.results.screen()) await watchResult(result, output, context);
    else await writeResult(await result(), output, terminal);
  } finally {
    await Promise.all(sessions.map((session) => session[Symbol.asyncDispose]()));
  }
}

/** A session for each service: for all instances of the server, or for the services in the settings. */
async function sessionsOf(args: ParsedArguments, context: Context): Promise<readonly Session[]> {
  const settings = settingsOf(args, context);
  urlOf(settings);
  const running = isNarrowed(settings) ? [] : (await thereNow(args, context)).running;
  const { named, isOfOne } = namedKinds(settings);
  const subjects = running.length > 0 ? running : named.map((kind) => ({ kind, given: args }));
  const sessions = await Promise.all(subjects.map(async ({ kind, given: own }) => sessionOf(await serviceKind(kind), own, context)));
  return running.length === 0 && isOfOne ? oneOf(sessions) : sessions;
}

/**
 * Keeps only the first session that gets an answer. This function is called if the settings give one service name for all kinds, because
 * all sessions then send the same request to the same instance.
 */
async function oneOf(sessions: readonly Session[]): Promise<readonly Session[]> {
  const tried = await Promise.allSettled(sessions.map(usagesOf));
  const reached = tried.findIndex(({ status }) => status === "fulfilled");
  return [sessions[reached] ?? sessions[0]].filter((session) => session !== undefined);
}

/**
 * Returns a function that samples all nodes, and finds the services that have only simulated nodes. Processor use is computed from the
 * previous sample.
 */
function samples(sessions: readonly Session[], { now }: Context) {
  let before = new Map<string, { readonly processor: number; readonly at: number }>();
  return async () => {
    const matches = await Promise.all(sessions.map(async (session) => ({ session, usages: await usagesOf(session) })));
    const at = now();
    const next: typeof before = new Map();
    const rows = matches.flatMap(({ session: { service }, usages }) =>
      usages.map((usage): Row => {
        const key = `${service}/${usage.node}`;
        const earlier = before.get(key);
        next.set(key, { processor: usage.processor, at });
        // After a restart, the processor time of a node begins at zero again.
        const used = earlier && earlier.processor <= usage.processor ? usage.processor - earlier.processor : 0;
        const processors = earlier ? (used * 1000) / Math.max(1, at - earlier.at) : 0;
        return { service, ...usage, processors: Math.round(processors * 100) / 100 };
      }),
    );
    before = next;
    return { rows, idle: matches.filter(({ usages }) => usages.length === 0).map(({ session }) => session.service) };
  };
}

async function usagesOf(session: Session): Promise<readonly NodeUsage[]> {
  try {
    return (await session.call(nodesUsage)).read();
  } catch (thrown) {
    if (!isReeveError(thrown, "not-found")) throw thrown;
    throw new ReeveError("not-found", `${session.service}: only the Reeve service reports the resource usage of nodes`);
  }
}

const columns: readonly Column<Row>[] = [
  { head: "SERVICE", cell: ({ service }) => service },
  { head: "NODE", cell: ({ node }) => node },
  { head: "MEMORY", cell: (row) => share(row.memory, row.memory_limit, bytes) },
  { head: "PROCESSORS", cell: (row) => share(row.processors, row.cpus, (count) => String(count)) },
  { head: "DISK", cell: (row) => share(row.disk, row.disk_limit, bytes) },
];

function linesOf(rows: readonly Row[], idle: readonly string[], { terminal }: Context): readonly string[] {
  const quiet = idle.map((service) => `${service}: all of its nodes are simulated, without traffic`);
  if (rows.length === 0) return quiet;
  const simulated = new Set(rows.flatMap((row) => (row.simulated ? [row.service] : [])));
  const note = simulated.size === 0 ? [] : [`The figures of ${[...simulated].join(", ")} are those of a simulation.`];
  return [...table(rows, columns, terminal.results.style()), ...quiet, ...note];
}

/** A phrase like `512.0 MiB of 2.0 GiB, 25 %`. */
function share(used: number, most: number, shown: (amount: number) => string): string {
  return most === 0 ? shown(used) : `${shown(used)} of ${shown(most)}, ${Math.round((used / most) * 100)} %`;
}
