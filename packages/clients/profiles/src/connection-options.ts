import { ReeveError } from "@reeve/contract";
import { fileReason } from "./files/file-failure.ts";
import type { Ca } from "./settings/access.ts";
import type { Settings } from "./settings/resolve.ts";

/** The CA, the client certificate and the proxy for a transport. */
export interface ConnectionOptions {
  readonly ca?: Ca;
  readonly cert?: string;
  readonly key?: string;
  readonly proxy?: string;
}

/** The connection options of the settings. Throws `bad-input` if a certificate or a key cannot be read. */
export function connectionOptionsOf({ ca, certificate, proxy }: Settings): ConnectionOptions {
  return {
    ...(ca && { ca: ca.value }),
    ...(certificate && { cert: textOf(certificate.value.cert, "cert"), key: textOf(certificate.value.key, "key") }),
    ...(proxy && { proxy: proxy.value }),
  };
}

function textOf(value: Ca, name: string): string {
  if (typeof value === "string") return value;
  try {
    return process.getBuiltinModule("node:fs").readFileSync(value.file, "utf8");
  } catch (error) {
    throw new ReeveError("bad-input", `${name}: ${value.file} cannot be read: ${fileReason(error)}`);
  }
}
