import { ReeveError } from "@reeve/contract";
import type { Dispatcher } from "undici";
import type { TransportOptions } from "./options.ts";

/** Carries the requests of a `fetch` of Node: with a CA of their own, or through a proxy. */
export type Carrier = Dispatcher;

/** The carrier that the options and the environment ask for; undefined where the platform's own will do, which costs nothing. */
export async function createCarrier({ ca, fetch }: TransportOptions): Promise<Carrier | undefined> {
  if (fetch) return undefined;
  const pem = ca === undefined ? undefined : authority(ca);
  const proxied = hasProxy() && isNode();
  if (pem === undefined && !proxied) return undefined;
  if (!isNode()) {
    throw new ReeveError(
      "bad-input",
      "ca: only Node can be told of an authority here; give a fetch that trusts it instead",
    );
  }
  const { Agent, EnvHttpProxyAgent } = await import("undici");
  // Said here, it holds even where NODE_TLS_REJECT_UNAUTHORIZED says otherwise for the whole process.
  const trust = { rejectUnauthorized: true, ...(pem !== undefined && { ca: pem }) };
  if (!proxied) return new Agent({ connect: trust });
  // A tunnel only to where there is TLS: an ordinary proxy opens none to another port.
  return new EnvHttpProxyAgent({ connect: trust, requestTls: trust, proxyTunnel: false });
}

/** Bun and Deno call themselves Node, but their fetch takes no carrier. */
function isNode(): boolean {
  const { versions } = globalThis.process ?? {};
  return versions?.node !== undefined && !("bun" in versions) && !("deno" in versions);
}

/** Whether one of the usual variables names a proxy. */
function hasProxy(): boolean {
  const environment = globalThis.process?.env ?? {};
  return ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"].some((name) => environment[name]);
}

/** The PEM text of an authority. Throws `bad-input` where there is none: a mistake here must not end in trusting less, or more, than was meant. */
function authority(ca: string | { readonly file: string }): string {
  const text = typeof ca === "string" ? ca : readFile(ca.file);
  const what = typeof ca === "string" ? "the text" : ca.file;
  if (!/-----BEGIN (?:TRUSTED )?CERTIFICATE-----[\s\S]+?-----END/.test(text)) {
    throw new ReeveError("bad-input", `ca: ${what} holds no certificate in PEM form`);
  }
  const crypto = globalThis.process?.getBuiltinModule?.("node:crypto");
  try {
    if (crypto) new crypto.X509Certificate(text);
  } catch {
    throw new ReeveError("bad-input", `ca: ${what} holds a certificate that cannot be read`);
  }
  return text;
}

function readFile(path: string): string {
  const fs = globalThis.process?.getBuiltinModule?.("node:fs");
  if (!fs) throw new ReeveError("bad-input", "ca: files cannot be read here; give the text of the certificate");
  try {
    return fs.readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw new ReeveError(
      "bad-input",
      `ca: ${path} cannot be read${code === "ENOENT" ? ": there is no such file" : ` (${code})`}`,
    );
  }
}
