import type { Credentials } from "@reeve/auth";
import { defined, ReeveError } from "@reeve/contract";
import {
  connectionOptionsOf,
  credentialsOf,
  type Flags,
  loadSettings,
  openMemory,
  type ProcessContext,
  type Settings,
} from "@reeve/profiles";
import { shellKinds } from "../parts/kind.ts";
import { clusterName } from "../parts/where.ts";
import type { ShellState } from "../start/shell.ts";
import type { ConnectionAccess, Service } from "./connection.ts";

/** The options of `connect`, besides the name of a profile. */
export interface ConnectOptions extends Omit<Flags, "service" | "output"> {
  readonly token?: string;
  /** The name of the broker service. The other kinds of service have options of their own. */
  readonly broker?: string;
  readonly wideColumn?: string;
  readonly fileSystem?: string;
}

/** How to connect to the configured cluster; undefined if there is none. */
export function accessOf(shell: ShellState, processContext: ProcessContext, options: ConnectOptions): ConnectionAccess | undefined {
  const { profile, ca, cert, key, proxy, revision, token } = options;
  const wanted = Object.fromEntries(Object.entries({ url: options.url, ca, cert, key, proxy, revision }).filter(([, value]) => value));
  // If the user names a profile, its address replaces the address in the flags of the shell.
  const { url: _, ...others } = shell.flags;
  const flags = profile === undefined ? shell.flags : { ...others, profile };
  const settings = loadSettings(processContext, { ...flags, ...wanted });
  const { url, secret } = settings;
  if (!url) return undefined;
  for (const value of Object.values(secret ?? {})) if (value !== secret?.url) shell.secrets.add(value);
  for (const password of passwordsIn(settings.proxy?.value)) shell.secrets.add(password);
  for (const note of settings.notes) shell.note(note);
  const credentials =
    token === undefined ? lazily(settings, processContext) : tokenOf(token, "the token that was given", "connect with a new token");
  return defined({
    name: clusterName(settings),
    url: url.value,
    services: servicesOf(settings, options),
    ...connectionOptionsOf(settings),
    credentials: credentials && known(shell, credentials),
  });
}

/** The password in an address, both encoded and decoded. */
function passwordsIn(address = ""): readonly string[] {
  const [, written] = /^(?:[a-z]+:\/\/)?[^/@:]*:([^/@]+)@/i.exec(address) ?? [];
  if (written === undefined) return [];
  try {
    return [written, decodeURIComponent(written)];
  } catch {
    return [written];
  }
}

function servicesOf({ service, revision }: Settings, options: ConnectOptions): readonly Service[] {
  return shellKinds.flatMap(({ kind, global }) => {
    const name = options[global] ?? service[kind]?.value;
    return name === undefined ? [] : [defined({ kind, name, revision: revision[kind]?.value })];
  });
}

/** Makes the credentials only when a token is first needed, because making them may read files. */
function lazily(settings: Settings, processContext: ProcessContext): Credentials | undefined {
  if (!settings.login) return undefined;
  let made: Promise<Credentials | undefined> | undefined;
  return {
    about: `the credentials of ${settings.login.origin}`,
    advice: "reeve login gets a new token",
    renewable: settings.login.value.by !== "token" && settings.login.value.by !== "environment",
    obtain: async (context) => {
      made ??= credentialsOf(settings, openMemory(processContext), processContext.env);
      const credentials = await made;
      if (credentials) return credentials.obtain(context);
      throw new ReeveError("unauthenticated", "no login is stored: log in with reeve login");
    },
  };
}

/** A token that cannot be renewed. */
export function tokenOf(token: string, about: string, advice: string): Credentials {
  return { about, advice, renewable: false, obtain: async () => ({ value: token.trim() }) };
}

/** Wraps credentials so that each token they return is redacted in all output. */
function known(shell: ShellState, credentials: Credentials): Credentials {
  return {
    ...credentials,
    obtain: async (context) => {
      const token = await credentials.obtain(context);
      shell.secrets.add(token.value);
      return token;
    },
  };
}
