import { readFileSync } from "node:fs";
import type { ClientTls } from "../../services/kind.ts";

/** The certificate that clients of nodes have to trust, as the service reports it. */
export interface ClientCa {
  readonly certificate: string;
  readonly file: string | null;
}

/** The file of the certificate if the service runs on this machine, otherwise the command that fetches the certificate. */
export function clientTlsHere({ certificate, file }: ClientCa): ClientTls {
  if (file !== null && contentOf(file) === certificate) return { ca: file };
  return { ca: "ca.crt", fetch: "reeve api GET /reeve/v1/client-ca > ca.crt" };
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
