import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { promisify } from "node:util";
import { ReeveError } from "@reeve/contract";
import type { Connection } from "./connection.ts";

interface Kubeconfig {
  readonly "current-context"?: string;
  readonly contexts?: readonly { readonly name: string; readonly context?: Context }[];
  readonly clusters?: readonly { readonly name: string; readonly cluster?: ClusterEntry }[];
  readonly users?: readonly { readonly name: string; readonly user?: User }[];
}

interface Context {
  readonly cluster?: string;
  readonly user?: string;
  readonly namespace?: string;
}

interface ClusterEntry {
  readonly server?: string;
  readonly "certificate-authority"?: string;
  readonly "certificate-authority-data"?: string;
  readonly "insecure-skip-tls-verify"?: boolean;
  readonly "tls-server-name"?: string;
  readonly "proxy-url"?: string;
}

interface User {
  readonly token?: string;
  readonly tokenFile?: string;
  readonly "client-certificate"?: string;
  readonly "client-certificate-data"?: string;
  readonly "client-key"?: string;
  readonly "client-key-data"?: string;
  readonly exec?: Plugin;
}

/** A program that prints credentials. */
interface Plugin {
  readonly command: string;
  readonly args?: readonly string[] | null;
  readonly env?: readonly { readonly name: string; readonly value: string }[] | null;
  readonly apiVersion?: string;
}

/**
 * Reads the connection of the given context of a kubeconfig, by default of its current context. Several kubeconfigs are merged: the first
 * one that names a context, a cluster or a user decides, and files that do not exist are ignored if another one exists.
 */
export async function fromKubeconfig(path: string | readonly string[], wanted?: string): Promise<Connection> {
  const paths = typeof path === "string" ? [path] : path;
  const configs = await readAll(paths);
  const name = wanted ?? configs.find(({ config }) => config["current-context"])?.config["current-context"] ?? "";
  const refuse = (what: string) => new ReeveError("bad-input", `${paths.join(", ")}: ${what}`);
  const context = find(configs, "contexts", name)?.entry.context;
  if (!context) throw refuse(name === "" ? "has no current context" : `has no context ${name}`);
  const ofCluster = find(configs, "clusters", context.cluster);
  const { cluster } = ofCluster?.entry ?? {};
  if (!ofCluster || !cluster?.server) throw refuse(`the context ${name} refers to no cluster with a server address`);
  if (cluster["proxy-url"] !== undefined)
    throw refuse(`the cluster of the context ${name} needs a proxy, which Reeve does not support`);
  const ofUser = find(configs, "users", context.user);
  const user = ofUser?.entry.user ?? {};
  const folder = ofUser?.folder ?? "";

  const ca = await content(cluster["certificate-authority-data"], cluster["certificate-authority"], ofCluster.folder);
  const cert = await content(user["client-certificate-data"], user["client-certificate"], folder);
  const key = await content(user["client-key-data"], user["client-key"], folder);
  const tokens = tokensOf(user, folder);
  return {
    server: cluster.server,
    namespace: context.namespace ?? "default",
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && key !== undefined && { certificate: { cert, key } }),
    ...(cluster["insecure-skip-tls-verify"] && { insecure: true }),
    ...(cluster["tls-server-name"] !== undefined && { serverName: cluster["tls-server-name"] }),
    ...tokens,
  };
}

interface ReadConfig {
  readonly config: Kubeconfig;
  /** The folder of the file. Paths in the file are relative to it. */
  readonly folder: string;
}

async function readAll(paths: readonly string[]): Promise<readonly ReadConfig[]> {
  const { parse } = await import("yaml");
  const read = await Promise.allSettled(
    paths.map(async (path): Promise<ReadConfig> => {
      const text = await readFile(path, "utf8");
      return { config: (parse(text) as Kubeconfig | null) ?? {}, folder: dirname(path) };
    }),
  );
  const found = read.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const faults = read.flatMap((each, index) =>
    each.status === "rejected"
      ? [{ path: paths[index], error: each.reason as Error & { readonly code?: string } }]
      : [],
  );
  const fault = faults.find(({ error }) => found.length === 0 || error.code !== "ENOENT");
  if (!fault) return found;
  const { path, error } = fault;
  throw new ReeveError("bad-input", `the kubeconfig ${path} cannot be read: ${error.message}`, {}, { cause: error });
}

/** Finds an entry in the first kubeconfig that has one with this name. */
function find<Key extends "contexts" | "clusters" | "users">(
  configs: readonly ReadConfig[],
  key: Key,
  name: string | undefined,
) {
  type Entry = NonNullable<Kubeconfig[Key]>[number];
  for (const { config, folder } of configs) {
    const entry = (config[key] as readonly Entry[] | undefined)?.find((each) => each.name === name);
    if (entry) return { entry, folder };
  }
  return undefined;
}

/** A kubeconfig contains data either as base64, or as the path of a file, which is relative to the kubeconfig. */
async function content(
  data: string | undefined,
  file: string | undefined,
  folder: string,
): Promise<string | undefined> {
  if (data !== undefined) return Buffer.from(data, "base64").toString();
  return file === undefined ? undefined : readFile(resolve(folder, file), "utf8");
}

type Tokens = Pick<Connection, "token" | "forgetToken">;

function tokensOf({ token, tokenFile, exec }: User, folder: string): Tokens {
  // A file is preferred to a token, because the token in a file is renewed.
  if (tokenFile !== undefined)
    return { token: async () => (await readFile(resolve(folder, tokenFile), "utf8")).trim() };
  if (token !== undefined) return { token: async () => token };
  return exec ? tokensOfPlugin(exec) : {};
}

/** Runs the plugin, and runs it again when its credentials have expired or were refused. */
function tokensOfPlugin({ command, args, env, apiVersion }: Plugin): Tokens {
  const asked = { apiVersion: apiVersion ?? "client.authentication.k8s.io/v1", kind: "ExecCredential", spec: {} };
  let known: { readonly token: string | undefined; readonly until: number } | undefined;
  const forgetToken = () => {
    known = undefined;
  };
  const token = async () => {
    if (known && Date.now() < known.until) return known.token;
    const { stdout } = await promisify(execFile)(command, [...(args ?? [])], {
      env: {
        ...process.env,
        ...Object.fromEntries((env ?? []).map(({ name, value }) => [name, value])),
        KUBERNETES_EXEC_INFO: JSON.stringify(asked),
      },
    });
    const { status } = JSON.parse(stdout) as { status?: Credential };
    if (status?.clientCertificateData !== undefined && status.token === undefined) {
      throw new ReeveError(
        "bad-input",
        `${command} returns a client certificate, which Reeve does not support; use a kubeconfig with a token or with a certificate of its own`,
      );
    }
    const until = status?.expirationTimestamp
      ? Date.parse(status.expirationTimestamp) - 10_000
      : Number.POSITIVE_INFINITY;
    known = { token: status?.token, until };
    return known.token;
  };
  return { token, forgetToken };
}

/** What a credential plugin returns. */
interface Credential {
  readonly token?: string;
  readonly expirationTimestamp?: string;
  readonly clientCertificateData?: string;
}
