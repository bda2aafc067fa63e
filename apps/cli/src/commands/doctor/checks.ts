import { describeClient } from "@reeve/client";
import {
  type Context,
  infoOf,
  limitsOf,
  type ParsedArguments,
  reachOf,
  reachWithoutLogin,
  UNSET_TOKEN,
  unknownService,
  urlOf,
  withTransport,
} from "@reeve/commands";
import { defined, isReeveError, planOperation, type ReeveError } from "@reeve/contract";
import { certificateEnd, connectionOptionsOf, type KindName, type Settings } from "@reeve/profiles";
import { createTransport } from "@reeve/transport";
import { tlsConnector } from "@reeve/transport/node";
import { namedKinds, serviceKind } from "../../services/kind.ts";
import { authorityAt } from "../access/trust.ts";

/** The result of a check. */
export interface CheckFinding {
  readonly check: string;
  /** The state `info` means that nothing was checked: the finding only shows a setting. */
  readonly state: "good" | "bad" | "unknown" | "info";
  readonly message: string;
  readonly advice?: string;
  readonly error?: ReeveError;
}

/** Checks whether the server answers and whether its certificate is trusted. No token is sent yet. */
export async function checkReach(settings: Settings, args: ParsedArguments, context: Context): Promise<readonly CheckFinding[]> {
  const url = urlOf(settings);
  const { attempt = TIMEOUT } = limitsOf(args);
  const begun = context.now();
  try {
    const transport = createTransport({ ...reachWithoutLogin(settings, args, context), retries: 0, timeout: attempt });
    await transport
      .send({ request: { method: "GET", path: "/", query: "" }, effect: "read", accepts: () => true }, context)
      .catch(unlessAnswered);
    await transport.close();
    const reach: CheckFinding = { check: "reach", state: "good", message: `${context.now() - begun} ms` };
    if (!url.startsWith("https:")) return [reach];
    return [reach, { check: "trust", state: "good", message: `${trustWords(settings)}; ${await endOf(settings, attempt, context)}` }];
  } catch (thrown) {
    if (!isReeveError(thrown)) throw thrown;
    if (thrown.code === "untrusted-certificate") {
      return [{ check: "reach", state: "good", message: "it answers" }, await authorityHint(settings, thrown, attempt, context)];
    }
    const advice = "check the address, whether the cluster is running, and whether a proxy or a firewall blocks the connection";
    return [{ check: "reach", state: "bad", message: thrown.message, advice, error: thrown }];
  }
}

const TIMEOUT = 10_000;

/** Rethrows an error that contains no answer. Any answer, even a refusal or an HTML page, shows that a server is listening. */
function unlessAnswered(thrown: unknown): void {
  if (!isReeveError(thrown) || thrown.context.status === undefined) throw thrown;
}

function trustWords({ ca }: Settings): string {
  return ca ? `signed by the authority of ${ca.origin}` : "signed by an authority that this machine trusts";
}

/** Says when the server's certificate ends. The connection has been made once already, so a failure here is no finding. */
async function endOf(settings: Settings, attempt: number, { signal, now }: Context): Promise<string> {
  const url = urlOf(settings);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(attempt)]);
  try {
    return endWords(await certificateEnd(url, limit, tlsConnector({ url, ...connectionOptionsOf(settings) })), now());
  } catch {
    signal.throwIfAborted();
    return "the end of its certificate is unknown";
  }
}

const DAY = 86_400_000;

function endWords(end: string, now: number): string {
  return `the certificate ends on ${end.slice(0, 10)}, in ${Math.floor((Date.parse(end) - now) / DAY)} days`;
}

/** Reports how the last service ended, and the first end of a node's certificate for each instance of a service that Reeve runs. */
export async function checkNodes(args: ParsedArguments, context: Context): Promise<readonly CheckFinding[]> {
  const { instances, lastEnd, trouble: amiss } = await withTransport(args, context, infoOf, { retries: 0 });
  const findings: CheckFinding[] = [];
  if (amiss !== undefined) findings.push({ check: "service", state: "bad", message: amiss, advice: "make room on the disk" });
  if (lastEnd) {
    const message = `the service before this one did not stop properly: ${lastEnd.reason}; ${lastEnd.at}`;
    findings.push({ check: "service", state: "unknown", message });
  }
  for (const { name, certificateEnds, trouble } of instances) {
    const [first] = Object.entries(certificateEnds).sort(([, one], [, other]) => (one < other ? -1 : 1));
    if (first === undefined) continue;
    const [node, end] = first;
    const message = `${node} of ${name}: ${endWords(end, context.now())}`;
    // The service tells early enough which nodes have to be restarted.
    findings.push(defined({ check: "nodes", state: trouble === undefined ? "good" : "unknown", message, advice: trouble }));
  }
  return findings;
}

async function authorityHint(settings: Settings, error: ReeveError, attempt: number, { signal }: Context): Promise<CheckFinding> {
  const finding = { check: "trust", state: "bad", message: error.message, error } as const;
  try {
    const { fingerprint, verification } = await authorityAt(settings, signal, attempt);
    if (verification !== true) return { ...finding, advice: `trusting the cluster's own authority would not help: ${verification}` };
    const message = `signed by an authority that this machine does not trust: SHA-256 ${fingerprint}`;
    return { ...finding, message, advice: "reeve login --trust shows this authority and asks whether to trust it; or give --ca FILE" };
  } catch (thrown) {
    if (!isReeveError(thrown)) throw thrown;
    return { ...finding, advice: "ask the cluster's operator for the CA's certificate, and give it with --ca FILE" };
  }
}

/** Checks whether the server accepts the token, and which revision each configured service has. */
export async function checkServices(
  settings: Settings,
  isThere: boolean,
  args: ParsedArguments,
  context: Context,
): Promise<readonly CheckFinding[]> {
  const { named, isOfOne } = namedKinds(settings);
  if (!isThere) return [{ check: "token", state: "unknown", message: "skipped" }];
  if (named.length === 0) {
    const advice = "give --service, set REEVE_SERVICE, or store it with reeve profiles change";
    return [{ check: "token", state: "unknown", message: "skipped: no service is set", advice }];
  }
  const all: CheckFinding[] = [];
  for (const kind of named) all.push(await checkService(kind, settings, args, context));
  const matches = all.filter(({ error }) => !isReeveError(error, "not-found") && !isReeveError(error, "not-in-revision"));
  const findings = isOfOne && matches.length > 0 ? matches : all;
  return [tokenFinding(settings, findings), ...findings];
}

async function checkService(name: KindName, settings: Settings, args: ParsedArguments, context: Context): Promise<CheckFinding> {
  const { api, load } = await serviceKind(name);
  const { createClient } = await load();
  const service = settings.service[name]?.value ?? "";
  const set = settings.revision[name]?.value;
  // The notes are left out here, because they have already been printed with the settings.
  const reach = await reachOf({ ...settings, notes: [] }, args, context);
  const client = createClient({ ...reach, service, namesOperations: false });
  try {
    const description = describeClient(client);
    const revision = await description.revision(context);
    // For an API with a single revision, finding the revision sent no request. The service is therefore asked here, to see whether it
    // answers.
    if (api.revisions.length === 1) (await description.call(planOperation(api).operation, {}, context)).read();
    if (set !== undefined && set !== revision && api.revisions.includes(set)) {
      const message = `${service} speaks ${revision}, but ${set} is set (${settings.revision[name]?.origin})`;
      return { check: name, state: "unknown", message, advice: "remove the setting; Reeve then detects the revision" };
    }
    return { check: name, state: "good", message: `${service} speaks ${revision}` };
  } catch (thrown) {
    if (!isReeveError(thrown)) throw thrown;
    const { transport } = describeClient(client);
    const error = (await unknownService(thrown, { kind: name, service, transport, options: context })) ?? thrown;
    return { check: name, state: "bad", message: error.message, error };
  } finally {
    await describeClient(client).close();
  }
}

function tokenFinding({ login }: Settings, findings: readonly CheckFinding[]): CheckFinding {
  const refused = findings.find(({ error }) => error?.code === "unauthenticated")?.error;
  if (refused) {
    const isOfEnvironment = login?.place === "variable";
    const advice = isOfEnvironment ? UNSET_TOKEN : login ? "reeve login gets a new token" : "no token was sent: log in with reeve login";
    return { check: "token", state: "bad", message: refused.message, advice, error: refused };
  }
  if (findings.every(({ state }) => state === "bad")) return { check: "token", state: "unknown", message: "unknown" };
  return { check: "token", state: "good", message: login ? "accepted" : "the server requires no token" };
}
