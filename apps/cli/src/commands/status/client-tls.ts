import { readFileSync } from "node:fs";
import type { ClientCa } from "@reeve/commands";
import type { ClientTrust } from "@reeve/pictures/wide-column";

/** Returns the certificate's file if it is on this machine. Otherwise returns `ca.crt`, and the command that creates this file. */
export function clientTlsHere({ certificate, file }: ClientCa): ClientTrust {
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
