import { randomBytes } from "node:crypto";
import { ReeveError } from "@reeve/contract";
import { type Clock, pause, systemClock } from "@reeve/orchestrator/runtime";
import { type ApiClient, openClient } from "../api/client.ts";
import { type Connection, findConnection } from "../api/connection.ts";
import { ApiRefusal, explainRefusal, isRefusal } from "../api/failure.ts";
import type { KubernetesObject } from "../api/objects.ts";
import type { Pod } from "../api/pods.ts";
import { foreign, uidOf } from "../instance-objects.ts";
import { type Forwarded, listenLocally } from "../listen.ts";
import { SERVICE_CONTAINER } from "../pods/container.ts";
import { startFailure, waitsFor } from "../pods/state-of.ts";
import { installedSettings, mergedSettings, mountsSecret, type ServiceSet } from "./installed-settings.ts";
import { isOfService, SERVICE_NAME, SERVICE_POD, SERVICE_PORT, TOKEN_SECRET } from "./names.ts";
import { serviceObjects, tokenSecret } from "./service-objects.ts";
import type { ServiceOptions } from "./service-settings.ts";
import { STATE_FOLDER } from "./stateful-set.ts";

/** The Reeve service that runs in a cluster. */
export interface InstalledService {
  readonly namespace: string;
  /** Resolves when the service is ready, and until then reports what it waits for. */
  ready(report: (reason: string) => void, signal: AbortSignal): Promise<void>;
  /** Forwards a port on this machine to the service's API. */
  forward(port: number, failed: (reason: string) => void): Promise<Forwarded>;
  /** The content of a file in the folder of the service's state, such as `service-account.pem`; undefined if there is none. */
  stateFile(name: string, signal: AbortSignal): Promise<string | undefined>;
  /** The token of the service, from its secret or else from its state; undefined if there is none. */
  token(signal: AbortSignal): Promise<string | undefined>;
  close(): void;
}

export interface InstallOptions extends Omit<ServiceOptions, "namespace"> {
  readonly namespace?: string;
  /** The cluster. Default: the one that `findConnection` finds. */
  readonly connection?: Connection;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly clock?: Clock;
  /** Whether to create a secret with a token for the service, if there is none. */
  readonly makeToken?: boolean;
}

const POLL_INTERVAL = 500;

/** Installs the service in a cluster, or updates it. Rejects if an object of the same name belongs to another owner. */
export async function installService({
  environment = process.env,
  connection: input,
  clock = systemClock,
  makeToken = false,
  ...options
}: InstallOptions): Promise<InstalledService> {
  const connection = input ?? (await findConnection(environment));
  const namespace = options.namespace ?? connection.namespace;
  const client = openClient(connection, namespace, SERVICE_CONTAINER);
  try {
    if (makeToken) await keepToken(client, namespace);
    await applyAll(client, { ...options, namespace });
  } catch (error) {
    client.close();
    if (error instanceof ReeveError) throw error;
    const code = error instanceof ApiRefusal ? "conflict" : "unreachable";
    throw new ReeveError(code, `the service was not installed in ${namespace}: ${whyNot(error, client.server)}`);
  }
  return {
    namespace,
    ready: (report, signal) => untilReady(client, report, clock, signal),
    forward: (port, failed) =>
      listenLocally({
        on: port,
        connect: (signal) => client.connect(SERVICE_POD, SERVICE_PORT, signal),
        failed: (error) => {
          const reason = `nothing is listening on port ${SERVICE_PORT} of ${SERVICE_POD}`;
          failed(isRefusal(error, 502) ? reason : explainRefusal(error, client.server));
        },
      }),
    stateFile: (name, signal) => stateFileOf(client, name, signal),
    token: async (signal) => (await storedToken(client, signal)) ?? stateFileOf(client, TOKEN_FILE, signal),
    close: () => client.close(),
  };
}

/** The token in the state of a service that was installed without a secret for it. */
const TOKEN_FILE = "token";

async function stateFileOf(client: ApiClient, name: string, signal?: AbortSignal): Promise<string | undefined> {
  const printed = await client.run(SERVICE_POD, ["cat", `${STATE_FOLDER}/${name}`], signal).catch(() => "");
  return printed.trim() === "" ? undefined : printed.trim();
}

interface Secret extends KubernetesObject {
  readonly data?: Readonly<Record<string, string>>;
}

async function storedToken(client: ApiClient, signal?: AbortSignal): Promise<string | undefined> {
  const { token } = (await client.get<Secret>("secrets", TOKEN_SECRET, signal))?.data ?? {};
  return token === undefined ? undefined : Buffer.from(token, "base64").toString("utf8").trim();
}

/**
 * Creates the secret with the token, unless it exists. A service that was installed without the secret keeps the token that its users know.
 * A secret can be read only by users with a permission for secrets, unlike the log of a pod.
 */
async function keepToken(client: ApiClient, namespace: string): Promise<void> {
  if ((await storedToken(client)) !== undefined) return;
  const token = (await stateFileOf(client, TOKEN_FILE)) ?? randomBytes(32).toString("base64url");
  await client.create("secrets", tokenSecret(namespace, token));
}

function whyNot(error: unknown, server: string): string {
  const reason = explainRefusal(error, server);
  const isMissing = isRefusal(error, 404) && /^namespaces? "[^"]*" not found$/.test(reason);
  return isMissing ? `${reason}; create the namespace first, for example with kubectl create namespace` : reason;
}

async function applyAll(client: ApiClient, options: ServiceOptions): Promise<void> {
  const set = await client.get<ServiceSet>("statefulsets", SERVICE_NAME);
  const settings = set && isOfService(set) ? mergedSettings(installedSettings(set), options) : {};
  const objects = serviceObjects({ ...options, ...settings });
  for (const { kind } of objects) {
    const match = kind === "statefulsets" ? set : await client.get(kind, SERVICE_NAME);
    if (match && !isOfService(match)) throw foreign(kind.replace(/s$/, ""), SERVICE_NAME);
  }
  let applied: ServiceSet | undefined;
  // The stateful set is the last of the objects.
  for (const { kind, object } of objects) applied = await client.apply(kind, object);
  // Another program may have added the secret to the stateful set, for example `kubectl apply` of printed manifests. It then stays mounted.
  if (set && mountsSecret(set) && applied && !mountsSecret(applied)) await deleteSecret(client);
}

/** Deletes the files of an earlier definition. */
async function deleteSecret(client: ApiClient): Promise<void> {
  const match = await client.get("secrets", SERVICE_NAME);
  if (match && isOfService(match)) await client.delete("secrets", SERVICE_NAME, uidOf(match));
}

interface StatefulSet extends KubernetesObject {
  readonly metadata: KubernetesObject["metadata"] & { readonly generation?: number };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly currentRevision?: string;
    readonly updateRevision?: string;
    readonly readyReplicas?: number;
  };
}

async function untilReady(client: ApiClient, report: (reason: string) => void, clock: Clock, signal: AbortSignal): Promise<void> {
  for (; ; await pause(clock, POLL_INTERVAL, signal)) {
    signal.throwIfAborted();
    const reason = await whyNotReady(client, signal).catch((error) => explainRefusal(error, client.server));
    if (reason === undefined) return;
    report(reason);
  }
}

async function whyNotReady(client: ApiClient, signal: AbortSignal): Promise<string | undefined> {
  const set = await client.get<StatefulSet>("statefulsets", SERVICE_NAME, signal);
  const pod = await client.get<Pod>("pods", SERVICE_POD, signal);
  const { observedGeneration = 0, currentRevision, updateRevision, readyReplicas = 0 } = set?.status ?? {};
  const isObserved = observedGeneration >= (set?.metadata.generation ?? 0);
  if (isObserved && currentRevision === updateRevision && readyReplicas > 0) return undefined;
  if (!pod) return "its pod is being created";
  if (isObserved && isStuck(pod, updateRevision)) {
    await client.delete("pods", SERVICE_POD, { ...uidOf(pod), signal });
    return "its previous pod, which was not ready, is being replaced";
  }
  const failure = await startFailure(client, pod, signal);
  return failure ?? waitsFor(pod) ?? "its pod is starting";
}

/** The label in which a stateful set notes the revision of a pod. */
const REVISION = "controller-revision-hash";

/**
 * Whether a pod of another revision is in the way of the service's next pod. A stateful set waits until its pod is ready before it replaces
 * the pod, so a pod with an image that cannot run would stay for ever.
 */
function isStuck({ metadata, status }: Pod, updateRevision: string | undefined): boolean {
  const revision = metadata.labels?.[REVISION];
  const isReady = status?.conditions?.some(({ type, status: is }) => type === "Ready" && is === "True") ?? false;
  const isOther = updateRevision !== undefined && revision !== undefined && revision !== updateRevision;
  return isOther && !isReady && metadata.deletionTimestamp === undefined;
}
