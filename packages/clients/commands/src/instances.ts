import { buildRequest, defined, isRecord, isReeveError } from "@reeve/contract";
import { isKind, type KindName } from "@reeve/profiles";
import { showInfo } from "@reeve/scheduler-models";
import type { CallOptions, Transport } from "@reeve/transport";

/** The certificate that clients must trust to connect to the nodes, as the service reports it. */
export interface ClientCa {
  readonly certificate: string;
  readonly file: string | null;
}

/** An instance that a service started by `reeve up` runs. */
export interface ListedInstance {
  readonly name: string;
  readonly kind: KindName;
  readonly revision: string;
  /** Whether the instance's nodes are simulated. Nothing listens at the addresses of simulated nodes. */
  readonly simulated: boolean;
  /** The certificate that the nodes' clients have to trust; undefined without TLS. */
  readonly clientCa?: ClientCa;
  /** What the runtime cannot do at present although no node waits for it. */
  readonly trouble?: string;
  /** When the certificates of nodes end (ISO 8601, UTC), by node. */
  readonly certificateEnds: Readonly<Record<string, string>>;
}

/** An instance that is being removed. Its trouble is why parts of it are still there, as far as it is known. */
export type ListedRemoval = Pick<ListedInstance, "name" | "kind" | "trouble">;

/** What a service started by `reeve up` reports about itself. */
export interface Info {
  readonly instances: readonly ListedInstance[];
  readonly removals: readonly ListedRemoval[];
  /** What keeps the service from storing its state, such as a full disk. */
  readonly trouble?: string;
  /** The unit of systemd or launchd that runs the service. */
  readonly unit?: string;
  /** How the service's predecessor ended, if it did not stop properly. */
  readonly lastEnd?: { readonly at: string; readonly reason: string };
  /** The watched definition file and the reason why its current content was refused; undefined if the content was accepted. */
  readonly refused?: { readonly file: string; readonly reason: string };
  /** The watched definition file, and what was deployed when it was last saved with a change. */
  readonly watched?: {
    readonly file: string;
    readonly deployed?: { readonly at: string; readonly changes: readonly string[] };
  };
}

/** Fetches the instances that a server lists; undefined if the server is of another make, and therefore has no such list. */
export async function instancesListed(transport: Transport, options: CallOptions): Promise<readonly ListedInstance[] | undefined> {
  try {
    const body = await fetchInfo(transport, options);
    return isRecord(body) && Array.isArray(body.services) ? infoIn(body).instances : undefined;
  } catch (thrown) {
    if (isReeveError(thrown) && NO_LIST.has(thrown.context.status ?? 0)) return undefined;
    throw thrown;
  }
}

/** The statuses of servers that do not know the path of the list. Gateways answer some unknown paths with a page and the status 200. */
const NO_LIST: ReadonlySet<number> = new Set([200, 404, 405]);

/** Fetches what a service started by `reeve up` reports about itself. */
export async function infoOf(transport: Transport, options: CallOptions): Promise<Info> {
  return infoIn(await fetchInfo(transport, options));
}

async function fetchInfo(transport: Transport, options: CallOptions): Promise<unknown> {
  const request = buildRequest(showInfo, { revision: "any", service: "", input: {} });
  return (await transport.send({ request, effect: "read" }, options)).body;
}

function infoIn(body: unknown): Info {
  const services = isRecord(body) && Array.isArray(body.services) ? body.services.filter(isRecord) : [];
  const clientCa = clientCaIn(body);
  const instances = services.flatMap(({ name, kind, revision, simulated, client_tls: tls, trouble, certificate_ends: ends }) => {
    if (typeof name !== "string" || typeof kind !== "string" || !isKind(kind) || typeof revision !== "string") return [];
    const ca = tls === true ? clientCa : undefined;
    const about = { name, kind, revision, simulated: simulated !== false, certificateEnds: textsIn(ends) };
    return [defined({ ...about, clientCa: ca, trouble: textIn(trouble) })];
  });
  const leaving = isRecord(body) && Array.isArray(body.removals) ? body.removals.filter(isRecord) : [];
  const removals = leaving.flatMap(({ name, kind, trouble }) =>
    typeof name === "string" && typeof kind === "string" && isKind(kind) ? [defined({ name, kind, trouble: textIn(trouble) })] : [],
  );
  const { unit, trouble, last_end: end, definition } = isRecord(body) ? body : {};
  const [at, endReason] = isRecord(end) ? [textIn(end.at), textIn(end.reason)] : [];
  const [file, reason] = isRecord(definition) ? [textIn(definition.file), textIn(definition.refused)] : [];
  return defined({
    instances,
    removals,
    unit: textIn(unit),
    trouble: textIn(trouble),
    lastEnd: at !== undefined && endReason !== undefined ? { at, reason: endReason } : undefined,
    refused: file !== undefined && reason !== undefined ? { file, reason } : undefined,
    watched: file === undefined ? undefined : { file, ...deployedIn(definition) },
  });
}

function textIn(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function deployedIn(definition: unknown) {
  const deployed = isRecord(definition) && isRecord(definition.deployed) ? definition.deployed : {};
  if (typeof deployed.at !== "string" || !Array.isArray(deployed.changes)) return {};
  const changes = deployed.changes
    .filter(isRecord)
    .map(({ instance, change, configuration }) =>
      typeof configuration === "string" ? `${instance} as configuration ${configuration}` : `${instance} ${change}`,
    );
  return { deployed: { at: deployed.at, changes } };
}

function textsIn(value: unknown): Readonly<Record<string, string>> {
  const entries = isRecord(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.flatMap(([name, text]) => (typeof text === "string" ? [[name, text]] : [])));
}

function clientCaIn(body: unknown): ClientCa | undefined {
  if (!isRecord(body) || typeof body.client_ca !== "string") return undefined;
  const { client_ca: certificate, client_ca_file: file } = body;
  return { certificate, file: typeof file === "string" ? file : null };
}
