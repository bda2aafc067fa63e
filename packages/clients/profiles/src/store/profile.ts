import { object, ReeveError, type Schema } from "@reeve/contract";
import * as v from "valibot";
import { type Kind, kinds } from "../kinds.ts";
import { Login } from "./login.ts";

/** A cluster, and how to connect to it. */
export interface Profile {
  readonly url: string;
  /** The service of each kind, and its revision. */
  readonly services?: Readonly<Partial<Record<Kind, ServiceChoice>>>;
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
  ca: v.exactOptional(
    v.union(
      [object({ file: string }), object({ pem: string, fingerprint: string })],
      "expected a file, or a certificate with its fingerprint",
    ),
  ),
  certificate: v.exactOptional(object({ certFile: string, keyFile: string })),
  login: v.exactOptional(Login),
  output: v.exactOptional(string),
  madeBy: v.exactOptional(string),
});

/** Checks the name of a profile, which is used in files, command lines and messages. */
export function checkProfileName(name: string): void {
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(name)) return;
  throw new ReeveError(
    "bad-input",
    `${JSON.stringify(name)} is not a valid profile name: expected letters, digits, dots, dashes and underscores`,
  );
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
