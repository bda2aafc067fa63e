import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { RequestOptions } from "node:https";
import { homedir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import type { KubeConfig } from "@kubernetes/client-node";
import { ReeveError } from "@reeve/contract";
import { reasonOf } from "@reeve/orchestrator/runtime";

/** The address of an API server, and the credentials for it. */
export interface Connection {
  /** The address of the API server, such as `https://10.0.0.1:443`. */
  readonly server: string;
  /** The CAs that sign the server's certificate, as PEM. Default: the CAs of the system. */
  readonly ca?: string;
  /** Returns the bearer token. Called before each request, because tokens are renewed while a service runs. */
  token?(): Promise<string | undefined>;
  /** Returns everything else that a request needs: its agent, with TLS and proxy, and its headers. Called before each request. */
  options?(): Promise<ApiServerConnection>;
  /** Called when the server has refused the credentials (401), so that the next request gets new ones. */
  renew?(): void;
  /** Whether this process runs inside the cluster, where the names of pods resolve. */
  readonly isInside?: true;
  /** The namespace to use if none is given. */
  readonly namespace: string;
}

/** Options of Node's `https.request`: its agent, its headers, and those of TLS. */
export interface ApiServerConnection {
  readonly agent?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly [option: string]: unknown;
}

/** The folder into which Kubernetes mounts the credentials of a pod's service account. */
const FOLDER = "/var/run/secrets/kubernetes.io/serviceaccount";

/** Finds the cluster to use: from `KUBECONFIG`, else from the pod in which this process runs, else from the user's kubeconfig. */
export async function findConnection(environment: Readonly<Record<string, string | undefined>>): Promise<Connection> {
  const named = environment.KUBECONFIG?.split(delimiter).filter((path) => path !== "") ?? [];
  if (named.length > 0) return fromKubeconfig(named);
  if (environment.KUBERNETES_SERVICE_HOST !== undefined) return fromServiceAccount("", environment);
  return fromKubeconfig(join(environment.HOME ?? homedir(), ".kube", "config"));
}

/**
 * Reads the connection of the given context of a kubeconfig, by default of its current context. Several kubeconfigs are merged: the first
 * one that names a context, a cluster or a user decides, and files that do not exist are ignored if another one exists.
 */
export async function fromKubeconfig(path: string | readonly string[], context?: string): Promise<Connection> {
  const paths = [path].flat();
  const { KubeConfig } = await import("@kubernetes/client-node");
  const { parse } = await import("yaml");
  const tokenFiles = new Map<string, string>();
  const load = () => {
    const merged = new KubeConfig();
    const existing = paths.filter((file) => existsSync(file));
    for (const file of existing.length > 0 ? existing : paths) {
      take(merged, readConfig(new KubeConfig(), file));
      // The library does not know the field `tokenFile`.
      const { users } = (parse(readFileSync(file, "utf8")) ?? {}) as RawConfig;
      for (const { name, user } of users ?? [])
        if (user?.tokenFile && !tokenFiles.has(name)) tokenFiles.set(name, resolve(dirname(file), user.tokenFile));
    }
    if (context !== undefined) merged.setCurrentContext(context);
    return merged;
  };
  const connection = connectionOf(load, paths.join(", "));
  const tokenFile = tokenFiles.get(load().getCurrentUser()?.name ?? "");
  // The file is read for each request, because its token is renewed.
  if (tokenFile === undefined) return connection;
  return { ...connection, token: async () => (await readFile(tokenFile, "utf8")).trim() };
}

interface RawConfig {
  readonly users?: readonly { readonly name: string; readonly user?: { readonly tokenFile?: string } }[];
}

/** The connection of a pod to its own cluster. `root` is in front of the paths of the mounted files. */
export async function fromServiceAccount(
  root: string,
  { KUBERNETES_SERVICE_HOST: host = "", KUBERNETES_SERVICE_PORT: port = "443" }: Readonly<Record<string, string | undefined>>,
): Promise<Connection> {
  const { KubeConfig } = await import("@kubernetes/client-node");
  const connection = connectionOf(
    () => {
      const config = new KubeConfig();
      config.loadFromCluster(root);
      // The library reads these from the environment of this process only, and takes port 80 for plain HTTP.
      const server = `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
      config.clusters = config.clusters.map((cluster) => ({ ...cluster, server }));
      return config;
    },
    join(root, FOLDER),
  );
  return { ...connection, isInside: true };
}

function connectionOf(load: () => KubeConfig, source: string): Connection {
  let config = load();
  const name = config.getCurrentContext();
  const context = config.getContextObject(name ?? "");
  const refuse = (what: string) => new ReeveError("bad-input", `${source}: ${what}`);
  if (!context) throw refuse(name ? `has no context ${name}` : "has no current context");
  const server = config.getCurrentCluster()?.server;
  if (!server) throw refuse(`the context ${name} refers to no cluster with a server address`);
  let certificate: unknown;
  const optionsOf = async () => {
    const options: RequestOptions = {};
    await config.applyToHTTPSOptions(options);
    return options;
  };
  return {
    server,
    namespace: context.namespace?.trim() || "default",
    options: async () => {
      let options = await optionsOf();
      // The library's agent keeps the first certificate that a plugin has returned.
      if (certificate !== undefined && options.cert !== certificate) {
        config = load();
        options = await optionsOf();
      }
      certificate = options.cert;
      // The library's agents open a connection for each request. TCP keep-alive also detects that the other end has disappeared.
      Object.assign(options.agent ?? {}, { keepAlive: true, keepAliveMsecs: 15_000 });
      return options as ApiServerConnection;
    },
    renew: () => {
      config = load();
      certificate = undefined;
    },
  };
}

function readConfig(config: KubeConfig, file: string): KubeConfig {
  try {
    config.loadFromFile(file, { onInvalidEntry: "filter" });
  } catch (error) {
    throw new ReeveError("bad-input", `the kubeconfig ${file} cannot be read: ${reasonOf(error)}`, {}, { cause: error });
  }
  // Without TLS there is nothing to verify, but the library wants to hear it.
  config.clusters = config.clusters.map((each) => (/^http:/.test(each.server) ? { ...each, skipTLSVerify: true } : each));
  // Plugins learn from this variable which form of credentials is expected.
  for (const { exec } of config.users) {
    if (!exec) continue;
    const spec = { apiVersion: exec.apiVersion ?? "client.authentication.k8s.io/v1", kind: "ExecCredential", spec: {} };
    exec.env = [...(exec.env ?? []), { name: "KUBERNETES_EXEC_INFO", value: JSON.stringify(spec) }];
  }
  return config;
}

/** Adds the entries of a kubeconfig whose names are new. The library's own merge refuses a name that exists already. */
function take(merged: KubeConfig, more: KubeConfig): void {
  const added = <Item extends { readonly name: string }>(known: readonly Item[] = [], others: readonly Item[] = []) => [
    ...known,
    ...others.filter(({ name }) => known.every((each) => each.name !== name)),
  ];
  merged.contexts = added(merged.contexts, more.contexts);
  merged.clusters = added(merged.clusters, more.clusters);
  merged.users = added(merged.users, more.users);
  if (!merged.getCurrentContext()) merged.setCurrentContext(more.getCurrentContext());
}
