import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { RequestOptions } from "node:https";
import { homedir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import type { KubeConfig, User } from "@kubernetes/client-node";
import { ReeveError } from "@reeve/contract";
import { reasonOf } from "@reeve/orchestrator/runtime";

/** The address of an API server, and the credentials for it. */
export interface Connection {
  /** The address of the API server, such as `https://10.0.0.1:443`. */
  readonly server: string;
  /**
   * Returns the options of a request: its agent, with TLS and proxy, and its headers. Called before each request, because tokens expire.
   */
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
  const load = () => {
    const merged = new KubeConfig();
    merged.addAuthenticator(tokenFiles);
    const existing = paths.filter((file) => existsSync(file));
    for (const file of existing.length > 0 ? existing : paths) {
      try {
        take(merged, readConfig(new KubeConfig(), file, parse));
      } catch (error) {
        throw new ReeveError("bad-input", `the kubeconfig ${file} cannot be read: ${reasonOf(error)}`, {}, { cause: error });
      }
    }
    if (context !== undefined) merged.setCurrentContext(context);
    return merged;
  };
  return connectionOf(load, paths.join(", "));
}

/** The connection of a pod to its own cluster. `root` is in front of the paths of the mounted files. */
export async function fromServiceAccount(
  root: string,
  { KUBERNETES_SERVICE_HOST: host = "", KUBERNETES_SERVICE_PORT: port = "443" }: Readonly<Record<string, string | undefined>>,
): Promise<Connection> {
  const { KubeConfig } = await import("@kubernetes/client-node");
  const load = () => {
    const config = new KubeConfig();
    config.loadFromCluster(root);
    // The library reads these from the environment of this process only, and takes port 80 for plain HTTP.
    const server = `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
    config.clusters = config.clusters.map((cluster) => ({ ...cluster, server }));
    return config;
  };
  return { ...connectionOf(load, join(root, FOLDER)), isInside: true };
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
  const renew = () => {
    config = load();
    certificate = undefined;
  };
  const optionsOf = async (): Promise<ApiServerConnection> => {
    const options: RequestOptions = {};
    await config.applyToHTTPSOptions(options);
    // The library's agent keeps the first certificate that a plugin has returned.
    if (certificate !== undefined && options.cert !== certificate) {
      renew();
      return optionsOf();
    }
    certificate = options.cert;
    // The library's agents open a connection for each request. TCP keep-alive also detects that the other end has disappeared.
    Object.assign(options.agent ?? {}, { keepAlive: true, keepAliveMsecs: 15_000 });
    return options as ApiServerConnection;
  };
  return { server, namespace: context.namespace?.trim() || "default", options: optionsOf, renew };
}

/** Reads a kubeconfig, and adds what the library leaves out. */
function readConfig(config: KubeConfig, file: string, parse: (text: string) => unknown): KubeConfig {
  config.loadFromFile(file, { onInvalidEntry: "filter" });
  // Without TLS there is nothing to verify, but the library wants to hear it.
  config.clusters = config.clusters.map((each) => (/^http:/.test(each.server) ? { ...each, skipTLSVerify: true } : each));
  const { users = [] } = (parse(readFileSync(file, "utf8")) ?? {}) as { users?: { name: string; user?: { tokenFile?: string } }[] };
  config.users = config.users.map((user): UserWithFile => {
    const { exec } = user;
    // Plugins learn from this variable which form of credentials is expected.
    const spec = { apiVersion: exec?.apiVersion ?? "client.authentication.k8s.io/v1", kind: "ExecCredential", spec: {} };
    if (exec) exec.env = [...(exec.env ?? []), { name: "KUBERNETES_EXEC_INFO", value: JSON.stringify(spec) }];
    const tokenFile = users.find(({ name }) => name === user.name)?.user?.tokenFile;
    if (!tokenFile) return user;
    const { token: _, ...rest } = user;
    return { ...rest, tokenFile: resolve(dirname(file), tokenFile) };
  });
  return config;
}

type UserWithFile = User & { readonly tokenFile?: string };

/** Reads the files with tokens, which the library does not know, for each request, because their tokens are renewed. */
const tokenFiles: Parameters<KubeConfig["addAuthenticator"]>[0] = {
  isAuthProvider: (user: UserWithFile) => user.tokenFile !== undefined,
  async applyAuthentication({ tokenFile = "" }: UserWithFile, options) {
    options.headers = { ...options.headers, Authorization: `Bearer ${(await readFile(tokenFile, "utf8")).trim()}` };
  },
};

/** Adds the entries of a kubeconfig whose names are new. The library's own merge refuses a name that exists already. */
function take(merged: KubeConfig, more: KubeConfig): void {
  more.contexts = more.contexts.filter(({ name }) => !merged.getContextObject(name));
  more.clusters = more.clusters.filter(({ name }) => !merged.getCluster(name));
  more.users = more.users.filter(({ name }) => !merged.getUser(name));
  merged.mergeConfig(more, Boolean(merged.getCurrentContext()));
}
