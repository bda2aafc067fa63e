import type { Credentials } from "@reeve/auth";
import { codeOfError, defined, ReeveError } from "@reeve/contract";
import { fileReason } from "./files/write-file.ts";
import { type Memory, rememberingToken } from "./memory.ts";
import type { ProcessContext } from "./process-context.ts";
import type { Ca } from "./settings/access.ts";
import type { Settings } from "./settings/resolve.ts";
import { identityOf, type Login } from "./store/profile.ts";
import type { BareSecret } from "./store/secret-file.ts";

/**
 * The credentials for the settings; undefined without a login. If a cache is given, it keeps the token that a login returns, so that the
 * next command need not log in again. REEVE_TOKEN is read from `env`, by default the environment of this process. `@reeve/auth` is loaded
 * only here.
 */
export async function credentialsOf(settings: Settings, memory?: Memory, env?: ProcessContext["env"]): Promise<Credentials | undefined> {
  const { login, secret, url, local } = settings;
  if (!login || !url) return undefined;
  const made = await credentialsFor(login.value, secret, env);
  if (!made) throw missing(login.value.by, settings);
  const kept =
    memory && isWorthKeeping(login.value) ? rememberingToken(made, memory, { url: url.value, identity: identityOf(login.value) }) : made;
  if (!local) return kept;
  const { afterProof } = await import("./local-service.ts");
  return afterProof(kept, { reference: local, url: url.value, ownToken: login.place === "profile" });
}

/**
 * Whether a token is worth caching. Tokens from logins and commands are, because they are slow to obtain. Tokens from other sources are
 * read as quickly as from the cache.
 */
function isWorthKeeping({ by }: Login): boolean {
  return by === "password" || by === "service-account" || by === "command";
}

/** The credentials of a login; undefined if its secret is missing. */
export async function credentialsFor(login: Login, secret?: BareSecret, env?: ProcessContext["env"]): Promise<Credentials | undefined> {
  const auth = await import("@reeve/auth");
  switch (login.by) {
    case "token":
      return secret && "token" in secret ? auth.token(secret.token) : undefined;
    case "password":
      return secret && "password" in secret ? auth.password({ uid: login.uid, password: secret.password }) : undefined;
    case "service-account":
      return auth.serviceAccount({ uid: login.uid, privateKey: readKey(login.keyFile) });
    case "command":
      return auth.tokenCommand(login.command[0], login.command.slice(1));
    case "file":
      return auth.tokenFile(login.file);
    case "environment":
      return auth.tokenFromEnvironment(login.variable, env);
  }
}

function missing(what: string, { profile, notes }: Settings): ReeveError {
  const why = notes.length === 0 ? "" : ` (${notes.join("; ")})`;
  return new ReeveError("unauthenticated", `no ${what} is stored for profile ${profile?.value}${why}: reeve login stores one`);
}

function readKey(path: string): string {
  try {
    return process.getBuiltinModule("node:fs").readFileSync(path, "utf8");
  } catch (error) {
    throw new ReeveError("bad-input", `the key file ${path} cannot be read (${codeOfError(error)})`);
  }
}

/** The CA, the client certificate and the proxy for a transport. */
export interface ProfileConnection {
  readonly ca?: Ca;
  readonly cert?: string;
  readonly key?: string;
  readonly proxy?: string;
}

/** The connection options of the settings. Throws `bad-input` if a certificate or a key cannot be read. */
export function connectionOptionsOf({ ca, certificate, proxy }: Settings): ProfileConnection {
  const { cert, key } = certificate?.value ?? {};
  return defined({ ca: ca?.value, cert: cert && textOf(cert, "cert"), key: key && textOf(key, "key"), proxy: proxy?.value });
}

function textOf(value: Ca, name: string): string {
  if (typeof value === "string") return value;
  try {
    return process.getBuiltinModule("node:fs").readFileSync(value.file, "utf8");
  } catch (error) {
    throw new ReeveError("bad-input", `${name}: ${value.file} cannot be read: ${fileReason(error)}`);
  }
}
