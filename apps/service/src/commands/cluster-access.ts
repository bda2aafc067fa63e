import { type Credentials, password, serviceAccount, token as tokenCredentials } from "@reeve/auth";
import { infoOf } from "@reeve/commands";
import { defined, ReeveError } from "@reeve/contract";
import { type Authority, fingerprintOf, type Profile } from "@reeve/profiles";
import { createTransport } from "@reeve/transport";
import type { ClusterDefinition } from "../in-cluster/cluster-definition.ts";
import { profileOf } from "./own-profile.ts";

/** The part of an installed service from which its generated files are read. */
interface Installed {
  readonly namespace: string;
  stateFile(name: string, signal: AbortSignal): Promise<string | undefined>;
  token(signal: AbortSignal): Promise<string | undefined>;
}

/** How commands reach the service through the forwarded port. */
export interface ClusterAccess {
  readonly profile: Profile;
  /** The token for the profile; undefined if the user has to log in with a private key. */
  readonly token?: string;
  readonly services: readonly { readonly name: string }[];
}

/** Refuses a certificate that no client can verify at a forwarded port, because it is not valid for an address of this machine. */
export function refuseUnverifiable({ trust }: ClusterDefinition, file: string): void {
  if (trust.tls !== "given" || trust.host !== undefined) return;
  throw new ReeveError(
    "bad-input",
    `${file}: the certificate in tls.certFile is for ${trust.names}, so it cannot be verified at a forwarded port of this machine. Use a certificate that is also for localhost or 127.0.0.1, or install with --detach and connect inside the cluster`,
  );
}

/** Logs in at a forwarded port, and describes how commands do so. The service's certificate is always verified. */
export async function accessTo(
  service: Installed,
  { trust, login, services: given }: ClusterDefinition,
  port: number,
  signal: AbortSignal,
): Promise<ClusterAccess> {
  const host = trust.tls === "given" ? (trust.host ?? "localhost") : "127.0.0.1";
  const url = `${trust.tls === "none" ? "http" : "https"}://${host}:${port}`;
  const ca = await authorityOf(service, trust, signal);
  const credentials = await credentialsOf(service, login, signal);
  if (!credentials) {
    const services = Object.entries(given).map(([name, { kind, revision }]) => ({ name, kind, revision }));
    const { login: _, ...profile } = profileOf({ url, services });
    return { profile: { ...profile, ...(ca && { ca }) }, services };
  }
  const seen = remembering(credentials);
  const transport = createTransport({ url, credentials: seen.credentials, ...(ca && { ca: "pem" in ca ? ca.pem : ca }) });
  try {
    const { instances: services } = await infoOf(transport, { signal });
    return defined({ profile: { ...profileOf({ url, services }), ...(ca && { ca }) }, services, token: seen.token() });
  } finally {
    await transport.close();
  }
}

async function authorityOf(service: Installed, trust: ClusterDefinition["trust"], signal: AbortSignal): Promise<Authority | undefined> {
  if (trust.tls === "none") return undefined;
  if (trust.tls === "given") return trust.caFile === undefined ? undefined : { file: trust.caFile };
  // The API server has authenticated both this user and the pod, so the file is the authority of this service.
  const pem = await generated(service, trust.file, signal);
  return { pem, fingerprint: fingerprintOf(pem) };
}

async function credentialsOf(service: Installed, login: ClusterDefinition["login"], signal: AbortSignal): Promise<Credentials | undefined> {
  switch (login.by) {
    case "token":
      return tokenCredentials(login.token);
    case "generated-token":
      return tokenCredentials(existing(await service.token(signal), "token", service));
    case "password":
      return password(login);
    case "generated-key":
      return serviceAccount({ uid: login.uid, privateKey: await generated(service, login.file, signal) });
    case "own-key":
      return undefined;
  }
}

async function generated(service: Installed, file: string, signal: AbortSignal): Promise<string> {
  return existing(await service.stateFile(file, signal), `file ${file}`, service);
}

function existing(content: string | undefined, what: string, { namespace }: Installed): string {
  if (content !== undefined) return content;
  throw new ReeveError("not-found", `the service in ${namespace} has no ${what} in the folder of its state`);
}

/** Credentials that remember the last token, which the profile needs. */
function remembering(credentials: Credentials): { readonly credentials: Credentials; token(): string | undefined } {
  let value: string | undefined;
  const obtain: Credentials["obtain"] = async (context) => {
    const token = await credentials.obtain(context);
    value = token.value;
    return token;
  };
  return { credentials: { ...credentials, obtain }, token: () => value };
}
