import type { ClientCa, Context, ParsedArguments } from "@reeve/commands";
import { defined, isReeveError, ReeveError } from "@reeve/contract";
import type { KindName, Settings } from "@reeve/profiles";
import { listNodes, type OwnNode, type Plan } from "@reeve/scheduler-models";
import { unknownServiceOf } from "../../operations/explain.ts";
import { type Session, sessionOf } from "../../operations/session.ts";
import { namedKinds, serviceKind } from "../../services/kind.ts";
import { summaryOfInstance } from "../../services/tables.ts";
import { clientTlsHere, isNarrowed, NOTHING, type StatusSubject, thereNow } from "./subjects.ts";

interface OfService {
  readonly service: string;
  readonly kind: KindName;
}

/** One row of the status: a plan of a service, with further facts about the service. */
export interface ShownPlan extends OfService {
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
export type SeenStatus = Awaited<ReturnType<typeof statusRows>>;

export type StatusRow = ShownPlan | Failed | Removing;

/** The rows of all instances of the Reeve service, or of the services in the settings; throws if no service answers. */
export async function statusRows(settings: Settings, args: ParsedArguments, context: Context, note?: (text: string) => void) {
  const there = isNarrowed(settings) ? NOTHING : await thereNow(args, context, note);
  const { running, removals, unit, trouble } = there;
  const isThere = running.length > 0 || removals.length > 0;
  const plans = isThere ? await plansOfAll(running, context) : await plansOfNamed(settings, args, context);
  const leaving = removals.map(({ name: service, ...rest }): Removing => ({ ...rest, service, removing: true }));
  const rows: readonly StatusRow[] = [...plans, ...leaving];
  const [failure] = rows.filter((row) => "error" in row);
  if (failure && rows.every((row) => "error" in row)) throw failure.error;
  return { rows, unit, trouble };
}

async function plansOfAll(subjects: readonly StatusSubject[], context: Context): Promise<readonly (ShownPlan | Failed)[]> {
  return (await Promise.all(subjects.map((subject) => plansOf(subject, context)))).flat();
}

async function plansOfNamed(settings: Settings, args: ParsedArguments, context: Context): Promise<readonly (ShownPlan | Failed)[]> {
  const { named, isOfOne } = namedKinds(settings);
  if (named.length === 0) {
    throw new ReeveError("bad-input", "no service is set: give --service, set REEVE_SERVICE, or store it with reeve profiles change");
  }
  const subjects = named.map((kind) => ({ kind, given: args }));
  const rows = await plansOfAll(subjects, context);
  const plans = rows.filter((row) => !("error" in row));
  return isOfOne && plans.length > 0 ? plans : rows;
}

/** The deploy plan, and the plans for recovery and for moving partitions if they are in progress. */
async function plansOf(subject: StatusSubject, context: Context): Promise<readonly (ShownPlan | Failed)[]> {
  const { kind, given, isReal, clientCa, trouble } = subject;
  await using session = await sessionOf(await serviceKind(kind), given, context);
  const { service } = session;
  const show = async (plan: string): Promise<ShownPlan> => {
    const rollout = await session.client.plans.show({ plan }, session.options());
    return { service, kind, plan, rollout };
  };
  try {
    const deploy = await show("deploy");
    // Only the Reeve service, whose instances are known to be real or simulated, lists its nodes with their states.
    const all = isReal === undefined ? [] : ((await session.call(listNodes).catch(ifThere))?.read() ?? []);
    const nodes = isReal ? addressesOf(all) : [];
    const notServing = all.flatMap(({ node, state }) => (state === "running" || state === "paused" ? [] : [`${node} (${state})`]));
    const paused = all.flatMap(({ node, state }) => (state === "paused" ? [node] : []));
    // The state is requested only from the Reeve service, because no other server can describe its state in one sentence.
    const summary = isReal === undefined ? undefined : await summaryOfInstance(session);
    const names = ["recovery", ...(kind === "broker" ? ["partitions"] : [])];
    const others = await Promise.all(names.map((name) => show(name).catch(ifThere)));
    return [
      {
        ...deploy,
        ...(notServing.length > 0 && { notServing }),
        ...(paused.length > 0 && { paused }),
        ...(nodes.length > 0 && reachedBy(nodes, session, clientCa)),
        ...defined({ about: summary?.text, serves: summary?.serves, trouble }),
      },
      ...others.flatMap((other) => (other && other.rollout.status !== "COMPLETE" ? [other] : [])),
    ];
  } catch (thrown) {
    if (!isReeveError(thrown) || thrown.code === "cancelled") throw thrown;
    return [{ service, kind, error: (await unknownServiceOf(session, thrown)) ?? thrown }];
  }
}

/** Returns undefined if the server does not have what was requested, such as a plan that does not exist yet. Throws any other error. */
function ifThere(thrown: unknown): undefined {
  if (!isReeveError(thrown, "not-in-revision") && !isReeveError(thrown, "not-found")) throw thrown;
}

function reachedBy(nodes: readonly string[], { parts }: Session, clientCa: ClientCa | undefined): Pick<ShownPlan, "nodes" | "connect"> {
  const addresses = nodes.map((node) => node.slice(node.indexOf(" ") + 1));
  return defined({ nodes, connect: parts.howToConnect?.(addresses, clientCa && clientTlsHere(clientCa)) });
}

/** Returns the addresses of the nodes that clients can connect to. */
function addressesOf(nodes: readonly OwnNode[]): readonly string[] {
  return nodes.flatMap(({ node, internal, state, addresses: [address], ports }) => {
    const [port] = Object.values(ports);
    return internal || state !== "running" || address === undefined || port === undefined ? [] : [`${node} ${address}:${port}`];
  });
}
