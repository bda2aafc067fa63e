import { createHash, createHmac } from "node:crypto";
import type { Keys } from "./object-store.ts";

/** A request to an S3-compatible store that is not yet signed. */
interface Unsigned {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
}

/** Returns the headers of a request with its signature (AWS Signature Version 4), which covers the address, the headers and the body. */
export function signedHeaders(
  { method, url, headers, body }: Unsigned,
  { accessKey, secretKey, region }: Keys & { readonly region: string },
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const date = time.slice(0, 8);
  const digest = sha256(body ?? "");
  const all = { ...headers, host: url.host, "x-amz-content-sha256": digest, "x-amz-date": time };
  const signed = Object.entries(all)
    .map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
    .filter(([name]) => name === "host" || name.startsWith("x-amz-"))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const names = signed.map(([name]) => name).join(";");
  const lines = signed.map(([name, value]) => `${name}:${value}\n`).join("");
  const canonical = [method, url.pathname, url.search.slice(1), lines, names, digest].join("\n");
  const scope = `${date}/${region}/s3/aws4_request`;
  const key = [date, region, "s3", "aws4_request"].reduce<Uint8Array>(hmac, Buffer.from(`AWS4${secretKey}`));
  const signature = hmac(key, ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n")).toString("hex");
  return {
    ...all,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

/** Encodes text for a path or a query in the only form that signatures allow. */
export function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");

const hmac = (key: Uint8Array, text: string) => createHmac("sha256", key).update(text).digest();
