import { defined, ReeveError } from "@reeve/contract";
import type { ProcessContext } from "../process-context.ts";
import { isSameUrl, type Login, type Profile } from "../store/profile.ts";
import type { Secret } from "../store/secret-file.ts";
import { type Places, type Setting, type Sourced, strongest, withOrigin } from "./setting.ts";

/** The trusted certificate authority in the form that a transport needs: PEM text or a file. */
export type Ca = string | { readonly file: string };

/** A client certificate and its key, each as PEM text or a file. */
export interface ClientCertificate {
  readonly cert: Ca;
  readonly key: Ca;
}

/** The trusted authority, the client certificate and the login. */
export interface Access {
  readonly ca?: Setting<Ca>;
  /** The client certificate. */
  readonly certificate?: Setting<ClientCertificate>;
  readonly login?: Setting<Login>;
  /** The secret of the login, if one is stored for this address. */
  readonly secret?: Secret;
  /** Notes for the user: credentials that were not used, and why. */
  readonly notes: readonly string[];
}

/** The values that decide which authority to trust and which credentials to use. */
export interface Known {
  readonly flags: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  readonly env: ProcessContext["env"];
  readonly url: Sourced<string> | undefined;
  readonly profile: (Profile & { readonly name: string }) | undefined;
  /** Whether a flag named the profile. The profile then overrides the environment. */
  readonly isTyped: boolean;
  /** Whether a flag or a variable named the profile or the address. */
  readonly isNamed: boolean;
  readonly secrets: Readonly<Record<string, Secret>>;
}

/**
 * Decides on trust and credentials. The authority, the certificate and the login of a profile are used only for the profile's address. If
 * REEVE_URL is set, REEVE_TOKEN and REEVE_CERT are used only for the address in REEVE_URL. Without REEVE_URL, they are used only for an
 * address or a profile that a flag or REEVE_PROFILE names, and not for one that a project file chooses.
 */
export function resolveAccess({ flags, env, url: setting, profile, isTyped, isNamed, secrets }: Known): Access {
  const url = setting?.value;
  const notes: string[] = [];
  const isFor = (address: string) => url !== undefined && isSameUrl(url, address);
  const own = profile && isFor(profile.url) ? profile : undefined;
  if (profile && !own && url !== undefined && (profile.login ?? profile.ca ?? profile.certificate) !== undefined) {
    notes.push(`the login and the certificates of profile ${profile.name} are for ${profile.url}: they are not used for ${url}`);
  }
  const fromProfile = `profile ${profile?.name}`;
  const pick = <Value>(places: Places<Value>) => strongest(places, isTyped);

  const ca = pick<Ca>({
    flag: flags.ca ? withOrigin({ file: flags.ca }, "--ca") : undefined,
    variable: withOrigin(fileOrText(env.REEVE_CA), "REEVE_CA"),
    profile: withOrigin(authorityOf(own), fromProfile),
  });
  const isTokenForHere = env.REEVE_URL ? isFor(env.REEVE_URL) : isNamed;
  if (env.REEVE_TOKEN && setting && !isTokenForHere) {
    notes.push(
      env.REEVE_URL
        ? `REEVE_TOKEN is only for the address in REEVE_URL, ${env.REEVE_URL}: it is not used for ${url}`
        : `REEVE_TOKEN is not used for ${url} (${setting.origin}): set REEVE_URL too, or name the profile with --profile or REEVE_PROFILE`,
    );
  }
  const ofProfile = own?.certificate && { cert: { file: own.certificate.certFile }, key: { file: own.certificate.keyFile } };
  const certificate = pick<ClientCertificate>({
    flag: withOrigin(pairOf(asFile(flags.cert), asFile(flags.key), "--cert", "--key"), "--cert"),
    variable: isTokenForHere
      ? withOrigin(pairOf(fileOrText(env.REEVE_CERT), fileOrText(env.REEVE_KEY), "REEVE_CERT", "REEVE_KEY"), "REEVE_CERT")
      : undefined,
    profile: withOrigin(ofProfile, fromProfile),
  });
  const byVariable: Login | undefined = env.REEVE_TOKEN && isTokenForHere ? { by: "environment", variable: "REEVE_TOKEN" } : undefined;
  const login = pick<Login>({ variable: withOrigin(byVariable, "REEVE_TOKEN"), profile: withOrigin(own?.login, fromProfile) });

  const stored = own && login?.place === "profile" ? secretOf(secrets, own.name) : undefined;
  if (stored && !isFor(stored.url)) {
    notes.push(`the secret that is stored for ${fromProfile} is for ${stored.url}: it is not sent to ${url}`);
  }
  const secret = stored && isFor(stored.url) ? stored : undefined;
  return defined({ ca, certificate, login, secret, notes });
}

function authorityOf(profile: Profile | undefined): Ca | undefined {
  const ca = profile?.ca;
  return ca && "pem" in ca ? ca.pem : ca;
}

/**
 * A certificate and its key belong together. A certificate without a key, a key without a certificate, or a pair from two sources is a
 * mistake.
 */
function pairOf(cert: Ca | undefined, key: Ca | undefined, certName: string, keyName: string): ClientCertificate | undefined {
  if (cert !== undefined && key !== undefined) return { cert, key };
  if (cert === undefined && key === undefined) return undefined;
  const [value, missing] = cert === undefined ? [keyName, certName] : [certName, keyName];
  throw new ReeveError("bad-input", `${value} needs ${missing}: a client certificate and its key must be given together`);
}

function asFile(path: string | undefined): Ca | undefined {
  return path ? { file: path } : undefined;
}

/** The value of REEVE_CA, which is a file or the text of a certificate. */
function fileOrText(value: string | undefined): Ca | undefined {
  if (!value) return undefined;
  return value.includes("-----BEGIN") ? value : { file: value };
}

function secretOf(secrets: Known["secrets"], name: string): Secret | undefined {
  return Object.hasOwn(secrets, name) ? secrets[name] : undefined;
}
