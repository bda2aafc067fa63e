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

/** Reads the connection of the given context of a kubeconfig, by default of its current context. */
export async function fromKubeconfig(path: string, wanted?: string): Promise<Connection> {
  const text = await readFile(path, "utf8").catch((error: Error) => {
    throw new ReeveError("bad-input", `the kubeconfig ${path} cannot be read: ${error.message}`, {}, { cause: error });
  });
  const { parse } = await import("yaml");
  const config = parse(text) as Kubeconfig | null;
  const name = wanted ?? config?.["current-context"] ?? "";
  const refuse = (what: string) => new ReeveError("bad-input", `${path}: ${what}`);
  const context = config?.contexts?.find((each) => each.name === name)?.context;
  if (!context) throw refuse(name === "" ? "has no current context" : `has no context ${name}`);
  const cluster = config?.clusters?.find((each) => each.name === context.cluster)?.cluster;
  if (!cluster?.server) throw refuse(`the context ${name} refers to no cluster with a server address`);
  const user = config?.users?.find((each) => each.name === context.user)?.user ?? {};

  /** A kubeconfig contains data either as base64, or as the path of a file, which is relative to the kubeconfig. */
  const content = async (data: string | undefined, file: string | undefined) => {
    if (data !== undefined) return Buffer.from(data, "base64").toString();
    return file === undefined ? undefined : readFile(resolve(dirname(path), file), "utf8");
  };
  const ca = await content(cluster["certificate-authority-data"], cluster["certificate-authority"]);
  const cert = await content(user["client-certificate-data"], user["client-certificate"]);
  const key = await content(user["client-key-data"], user["client-key"]);
  const tokens = tokensOf(user, dirname(path));
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

type Tokens = Pick<Connection, "token" | "forgetToken">;

function tokensOf({ token, tokenFile, exec }: User, folder: string): Tokens {
  if (token !== undefined) return { token: async () => token };
  if (tokenFile !== undefined)
    return { token: async () => (await readFile(resolve(folder, tokenFile), "utf8")).trim() };
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
