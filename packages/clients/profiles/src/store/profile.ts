import { object, ReeveError, type Schema } from "@reeve/contract";
import * as v from "valibot";
import { type KindName, kinds } from "../kinds.ts";

/** The source of a profile's token. Secrets are stored in another file. */
export type Login =
  | { readonly by: "token" }
  | { readonly by: "password"; readonly uid: string }
  | { readonly by: "service-account"; readonly uid: string; readonly keyFile: string }
  | { readonly by: "command"; readonly command: readonly [string, ...string[]] }
  | { readonly by: "file"; readonly file: string }
  | { readonly by: "environment"; readonly variable: string };

const filled = v.pipe(v.string("expected text"), v.nonEmpty("expected text that is not empty"));
const command = v.tupleWithRest([filled], v.string("expected text"));

export const Login: Schema<Login> = v.variant("by", [
  object({ by: v.literal("token") }),
  object({ by: v.literal("password"), uid: filled }),
  object({ by: v.literal("service-account"), uid: filled, keyFile: filled }),
  object({ by: v.literal("command"), command }),
  object({ by: v.literal("file"), file: filled }),
  object({ by: v.literal("environment"), variable: filled }),
]);

/** A cluster, and how to connect to it. */
export interface Profile {
  readonly url: string;
  /** The service of each kind, and its revision. */
  readonly services?: Readonly<Partial<Record<KindName, ServiceChoice>>>;
  readonly ca?: Authority;
  /** The files of the client certificate. */
  readonly certificate?: { readonly certFile: string; readonly keyFile: string };
  readonly login?: Login;
  /** The default output format. */
  readonly output?: string;
  /** The program that made the profile, such as a local service; absent if the user made it. */
  readonly madeBy?: string;
}

/** The service of a kind, and its revision. */
export interface ServiceChoice {
  readonly service?: string;
  readonly revision?: string;
}

/** The cluster's own certificate authority: a file, or a certificate that the user has accepted. */
export type Authority = { readonly file: string } | { readonly pem: string; readonly fingerprint: string };

const ADDRESS = "expected an address such as https://cluster.example";
const AUTHORITY = "expected a file, or a certificate with its fingerprint";
const WITH_USER = "an address cannot contain a user or a password";

const string = v.string("expected text");
const choice = object({ service: v.exactOptional(string), revision: v.exactOptional(string) });

export const Profile: Schema<Profile> = object({
  url: v.pipe(
    v.string(ADDRESS),
    // The message does not repeat the value, because it may contain a password.
    v.regex(/^https?:\/\/[^\s@]+$/, ({ input }) => (input.includes("@") ? WITH_USER : ADDRESS)),
  ),
  services: v.exactOptional(object(v.entriesFromList(kinds, v.exactOptional(choice)))),
  ca: v.exactOptional(v.union([object({ file: string }), object({ pem: string, fingerprint: string })], AUTHORITY)),
  certificate: v.exactOptional(object({ certFile: string, keyFile: string })),
  login: v.exactOptional(Login),
  output: v.exactOptional(string),
  madeBy: v.exactOptional(string),
});

/** Checks the name of a profile, which is used in files, command lines and messages. */
export function checkProfileName(name: string): void {
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(name)) return;
  const expected = "expected letters, digits, dots, dashes and underscores";
  throw new ReeveError("bad-input", `${JSON.stringify(name)} is not a valid profile name: ${expected}`);
}

/** Whether two addresses name the same cluster. */
export function isSameUrl(a: string, b: string): boolean {
  return normalUrl(a) === normalUrl(b);
}

/** The normal form of an address: without a trailing slash, its host in lower case. */
export function normalUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/+$/, "");
}

/** A login as text, without secrets. */
export function loginWords(login: Login): string {
  return describe(login).words;
}

/** The text that identifies a login in the cache. Different logins share no cache entries. */
export function identityOf(login: Login): string {
  return describe(login).identity;
}

function describe(login: Login): { readonly words: string; readonly identity: string } {
  switch (login.by) {
    case "token":
      return { words: "a stored token", identity: "token" };
    case "password":
      return { words: `${login.uid} with a stored password`, identity: `password:${login.uid}` };
    case "service-account":
      return { words: `service account ${login.uid} with the key in ${login.keyFile}`, identity: `service-account:${login.uid}` };
    case "command":
      return { words: `the token that ${login.command[0]} prints`, identity: `command:${login.command.join(" ")}` };
    case "file":
      return { words: `the token in ${login.file}`, identity: `file:${login.file}` };
    case "environment":
      return { words: `the token in ${login.variable}`, identity: `environment:${login.variable}` };
  }
}
