import { buildRequest, checkInput, type ErrorCode, isReeveError, type ListedOperation, ReeveError, routesOf } from "@reeve/contract";
import type { CallOptions } from "@reeve/transport";
import type { Core } from "./core.ts";
import { shareLimit } from "./options.ts";
import { sendIn } from "./send.ts";

/** The options for the next request. */
type Options = () => CallOptions;

/** An operation that only reads and needs no input, and the revisions that have it. */
interface Probe {
  readonly listed: ListedOperation;
  readonly revisions: readonly string[];
}

/**
 * Detects the revision of a server from its routes, with reads only. 404 and 405 exclude revisions. Any other failure, such as a missing
 * token or an outage, is an error, because the revision is never guessed.
 */
export async function findRevision(core: Core, call: CallOptions): Promise<string> {
  const options = shareLimit(call);
  const probes = probesOf(core);
  const kindProbe = probes.find(provesKind);
  const common = kindProbe?.revisions.length === core.api.revisions.length ? kindProbe : undefined;
  const narrowing = narrow(core, probes, options);
  if (!common) {
    const { revision, seen } = await narrowing;
    return seen ? revision : confirmed(core, probes, revision, options);
  }
  // Both requests are sent at the same time, so that checking the kind of service takes no extra time.
  const [isOurs, { revision, seen }] = await Promise.all([isOfThisKind(core, common, options), narrowing]);
  if (isOurs === false) throw notOurs(core);
  if (seen) return revision;
  const others = probes.filter((probe) => probe !== common);
  return confirmed(core, others, revision, options);
}

/** Also tells whether a read of the revision was answered. */
async function narrow(core: Core, probes: readonly Probe[], options: Options) {
  let left: readonly string[] = core.api.revisions;
  let seen = false;
  for (;;) {
    const probe = bestOf(probes, left);
    // No read distinguishes the remaining revisions, and this client treats them alike, so the newest is used.
    if (!probe) return { revision: left.at(-1) ?? "", seen };
    const served = await isServed(core, probe, options);
    seen ||= served;
    left = left.filter((revision) => probe.revisions.includes(revision) === served);
  }
}

/** Returns the most informative probe. Most servers are new, so the best probe is a read that only the newest remaining revision has. */
function bestOf(probes: readonly Probe[], left: readonly string[]): Probe | undefined {
  const newest = left.at(-1) ?? "";
  const rank = (probe: Probe): number => {
    const { revisions } = probe;
    const having = left.filter((revision) => revisions.includes(revision)).length;
    if (having === 0 || having === left.length) return Number.POSITIVE_INFINITY;
    const known = provesKind(probe) ? -0.5 : 0;
    return having + (revisions.includes(newest) ? 0 : left.length) + known;
  };
  const [best] = [...probes].sort((a, b) => rank(a) - rank(b));
  return best && Number.isFinite(rank(best)) ? best : undefined;
}

/**
 * Confirms a revision that was detected only by excluding the others: the server must answer a read that only this revision has. One
 * success is enough, because other reads may fail while an engine is down.
 */
async function confirmed(core: Core, probes: readonly Probe[], revision: string, options: Options): Promise<string> {
  const own = probes.filter(({ revisions }) => revisions.includes(revision));
  const kindProbe = own.find(provesKind);
  let reason: unknown = notOurs(core);
  for (const probe of kindProbe ? [kindProbe] : own) {
    try {
      if (await isServed(core, probe, options)) return revision;
    } catch (thrown) {
      if (!isReeveError(thrown, "server-failure")) throw thrown;
      reason = thrown;
    }
  }
  throw reason;
}

/**
 * Whether the server is of the client's kind; undefined if the server fails or does not answer in time, which says nothing about its kind.
 * Any service should answer this read, even if its engine is down.
 */
async function isOfThisKind(core: Core, probe: Probe, options: Options): Promise<boolean | undefined> {
  try {
    return await isServed(core, probe, options);
  } catch (thrown) {
    if (isReeveError(thrown, "server-failure") || isReeveError(thrown, "timed-out")) return undefined;
    throw thrown;
  }
}

async function isServed(core: Core, { listed, revisions }: Probe, options: Options): Promise<boolean> {
  try {
    const answer = await sendIn(core, revisions[0] ?? "", listed, checkInput(listed.operation, {}), options());
    return listed.operation.provesKind?.(answer.read()) ?? true;
  } catch (thrown) {
    if (!isReeveError(thrown)) throw thrown;
    const { status = 0 } = thrown.context;
    if (status === 404 || status === 405) return false;
    if (status < 200 || status >= 300 || NO_ANSWER.has(thrown.code)) throw thrown;
    // If the body is unexpected, another program happens to serve this path. Any other failure with a 2xx status proves that the server
    // knows the path.
    return thrown.code !== "unexpected-response";
  }
}

/** These errors can occur with a 2xx status if the body was cut off, and a truncated body does not show which program sent it. */
const NO_ANSWER: ReadonlySet<ErrorCode> = new Set(["unreachable", "timed-out", "cancelled"]);

function probesOf({ api, service, operations }: Core): readonly Probe[] {
  const probes = new Map<string, { listed: ListedOperation; revisions: string[] }>();
  for (const listed of operations.values()) {
    if (listed.operation.effect !== "read" || !needsNoInput(listed)) continue;
    for (const revision of api.revisions.filter((each) => listed.revisions.includes(each))) {
      // Every revision of the Reeve service has this operation, so the operation does not distinguish revisions.
      if (routesOf(listed.operation, revision)[0].own) continue;
      const { method, path } = buildRequest(listed.operation, { revision, service, input: {} });
      const known = probes.get(`${method} ${path}`);
      if (known) known.revisions.push(revision);
      else probes.set(`${method} ${path}`, { listed, revisions: [revision] });
    }
  }
  return [...probes.values()];
}

function needsNoInput({ operation }: ListedOperation): boolean {
  try {
    checkInput(operation, {});
    return true;
  } catch {
    return false;
  }
}

function provesKind({ listed }: Probe): boolean {
  return listed.operation.provesKind !== undefined;
}

function notOurs({ api, service, transport }: Core): ReeveError {
  return new ReeveError(
    "not-found",
    `there is no ${api.about} service ${JSON.stringify(service)} at ${transport.url}: no answer from this address matches ${api.revisions.join(", ")}`,
  );
}
