import { fieldsOf, type ListedOperation, ReeveError } from "@reeve/contract";
import { listProfiles, type ProcessContext } from "@reeve/profiles";
import { type Column, didYouMean, progressLines, table } from "@reeve/terminal";
import type { ClusterConnection } from "../clusters/connection.ts";
import { connectionObject } from "../clusters/connection-object.ts";
import { operationsIn, type ServiceInstance } from "../clusters/instance.ts";
import { readPlans } from "../clusters/rollouts.ts";
import type { ShellSession } from "../clusters/session.ts";
import { drawnAs } from "../show/drawings.ts";
import type { ShellState } from "../start/shell.ts";

/** Implements short forms of the most frequent reads, such as `show plans`, `show topics` and `show topic orders`. */
export async function show(
  shell: ShellState,
  session: ShellSession,
  processContext: ProcessContext,
  what?: string,
  ...rest: readonly string[]
): Promise<unknown> {
  if (what === "connections") return connections(session);
  if (what === "profiles") return listProfiles(processContext).map(({ name }) => name);
  if (what === "plans" && rest.length === 0) return plans(shell, session);
  if (what === undefined) {
    const nouns = nounsOf(session).join(", ");
    throw new ReeveError("bad-input", `show needs a noun: ${nouns}, connections or profiles. Type for example: show plans`);
  }
  for (const instance of instancesOf(session)) {
    const noun = nounIn(instance, what);
    if (noun !== undefined) return ask(session, instance, noun, rest);
  }
  const nouns = nounsOf(session);
  throw new ReeveError(
    "bad-input",
    `show does not support ${JSON.stringify(what)}; it supports ${nouns.join(", ")}, connections and profiles.${didYouMean(what, nouns)}`,
  );
}

/** The words that can follow `show`: first the nouns that can be read, and after a noun the names in the cluster. */
export async function showable(session: ShellSession, before: readonly string[], within: number): Promise<readonly string[]> {
  const [what, ...more] = before;
  if (what === undefined) return [...(session.current() ? nounsOf(session) : []), "connections", "profiles"];
  if (more.length > 0 || !session.current()) return [];
  for (const instance of instancesOf(session)) {
    const noun = nounIn(instance, what);
    if (noun === undefined) continue;
    const listed = readOf(instance, noun, true);
    const [field] = listed ? fieldsOf(listed.operation) : [];
    return field ? instance.names.of(field, within) : [];
  }
  return [];
}

/** The nouns of a cluster that `show` accepts. */
function nounsOf(session: ShellSession): readonly string[] {
  const nounsIn = (instance: ServiceInstance) =>
    operationsIn(instance).flatMap(({ noun }) => (readOf(instance, noun, false) || readOf(instance, noun, true) ? [noun] : []));
  return [...new Set(instancesOf(session).flatMap(nounsIn))];
}

/** The services among which a noun is looked up, with the default service first. */
function instancesOf(session: ShellSession): readonly ServiceInstance[] {
  const connection = session.needed();
  const used = session.used();
  const all = connection.services.map((service) => connection.instance(service));
  return used ? [used, ...all.filter((each) => each !== used)] : all;
}

/** The noun that a word means: `topic` means `topics`, and `nodes` means `pods` or `brokers` if the service has no nodes of its own. */
function nounIn(instance: ServiceInstance, what: string): string | undefined {
  const nouns = new Set(operationsIn(instance).map(({ noun }) => noun));
  const synonyms = what === "nodes" || what === "node" ? ["pods", "brokers"] : [];
  return [what, `${what}s`, ...synonyms].find((each) => nouns.has(each));
}

/** Reads one object if its name is given, otherwise the list of objects. */
function ask(session: ShellSession, instance: ServiceInstance, noun: string, names: readonly string[]): Promise<unknown> | undefined {
  const listed = readOf(instance, noun, names.length > 0);
  if (!listed) throw new ReeveError("bad-input", `show cannot read ${noun}; help ${instance.global}.${noun} lists the methods of ${noun}`);
  const [field] = fieldsOf(listed.operation);
  const input = names[0] !== undefined && field ? { [field.name]: names[0] } : {};
  const tree = session.needed().tree({ kind: instance.kind, name: instance.service }) as Nouns;
  return tree[noun]?.[listed.verb]?.(input);
}

type Nouns = Readonly<Record<string, Record<string, (input: unknown) => Promise<unknown>>>>;

/** The operation that reads a noun: one object, or the list. */
function readOf(instance: ServiceInstance, noun: string, isOne: boolean): ListedOperation | undefined {
  const verbs = isOne ? ["describe", "show", "info", "status"] : ["list", "show", "target", "status"];
  const reads = operationsIn(instance).filter((each) => each.noun === noun && each.operation.effect === "read");
  return verbs.flatMap((verb) => reads.find((each) => each.verb === verb) ?? [])[0];
}

/** All plans of a cluster, one per line. */
async function plans(shell: ShellState, session: ShellSession): Promise<unknown> {
  const matches = await shell.inFlight.run((signal) =>
    Promise.all(
      instancesOf(session).map(async (instance) => {
        const all = await readPlans(instance, { signal });
        return [...all].map(([name, plan]) => ({ owner: instance.global, name, plan }));
      }),
    ),
  );
  shell.changed();
  const rollouts = matches.flat();
  return drawnAs(rollouts, (style) => progressLines(rollouts, style));
}

function connections(session: ShellSession): unknown {
  const all = session.all();
  const list = all.map(connectionObject);
  const columns: readonly Column<ClusterConnection>[] = [
    { head: "connection", cell: ({ name }) => name },
    { head: "address", cell: ({ url }) => url },
    { head: "services", cell: ({ services }) => services.map(({ name }) => name).join(" ") },
    { head: "", cell: ({ name }) => (name === session.current()?.name ? "typed at" : " ") },
  ];
  return drawnAs(list, (style) => (all.length === 0 ? ["no connections"] : table(all, columns, style)));
}
