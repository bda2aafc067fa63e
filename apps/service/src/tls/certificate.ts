import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { ReeveError } from "@reeve/contract";
import type { Keep } from "../state/state-folder.ts";
import type { Authority } from "./open-authority.ts";
import { ownCertificate } from "./own-certificate.ts";

/** The PEM texts that a server needs for HTTPS. */
export interface ServerCertificate {
  readonly key: string;
  readonly cert: string;
  /** The certificate authority that clients must trust. */
  readonly ca: string;
}

/** How HTTPS is set up: not at all, with generated certificates, or with given ones. */
export type TlsDefinition =
  | boolean
  | { readonly certFile: string; readonly keyFile: string; readonly caFile?: string | undefined };

/** The server's certificate and key; undefined without HTTPS. A generated certificate is for the given names. */
export async function certificateOf(
  tls: TlsDefinition,
  { keep, authority }: { readonly keep: Keep; readonly authority: Authority },
  names: readonly string[],
  now: number,
): Promise<ServerCertificate | undefined> {
  if (tls === false) return undefined;
  if (tls !== true) return givenCertificate(tls);
  return ownCertificate(keep, authority, names, now);
}

/** Reads a given certificate. Throws `bad-input` if it cannot be used. */
export function givenCertificate({ certFile, keyFile, caFile }: Exclude<TlsDefinition, boolean>): ServerCertificate {
  const cert = readOrRefuse("tls.certFile", certFile);
  const key = readOrRefuse("tls.keyFile", keyFile);
  const ca = caFile === undefined ? cert : readOrRefuse("tls.caFile", caFile);
  try {
    createSecureContext({ cert, key });
  } catch {
    throw new ReeveError("bad-input", "tls: the certificate and the key cannot be used together");
  }
  return { cert, key, ca };
}

function readOrRefuse(field: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new ReeveError("bad-input", `${field}: ${path} cannot be read`);
  }
}
