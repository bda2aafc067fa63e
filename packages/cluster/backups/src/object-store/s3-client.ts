import { createHash, createHmac } from "node:crypto";
import type { Readable } from "node:stream";
import { S3Client, S3Errors } from "@bradenmacdonald/s3-lite-client";
import { Agent, type Dispatcher, request } from "undici";
import type { Keys } from "./object-store.ts";

/** A bucket of an S3-compatible store. */
export interface S3Bucket extends Keys {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
}

/**
 * The connections to all stores. Certificates are always verified, whatever the environment says. Timeouts are the caller's, except for a
 * body from which nothing arrives.
 */
const dispatcher = new Agent({ headersTimeout: 0, connect: { rejectUnauthorized: true } });

type Request = Parameters<S3Client["makeRequest"]>[0];

/**
 * The library's client with another transport. The library uses the platform's `fetch`, and in Node 22 and 24 this `fetch` ends the whole
 * process if a store closes the connection while a body is being read slowly (https://github.com/nodejs/undici/issues/5360). The library
 * also cannot abort requests; this client aborts them with its signal.
 */
export class AbortableS3Client extends S3Client {
  readonly #options: S3Bucket;
  readonly #signal: AbortSignal;

  constructor(options: S3Bucket, signal: AbortSignal) {
    const { endpoint: endPoint, ...rest } = options;
    super({ ...rest, endPoint, pathStyle: true });
    this.#options = options;
    this.#signal = signal;
  }

  /** Sends a request of one of the library's methods. */
  override async makeRequest({ statusCode = 200, returnBody = false, ...rest }: Request): Promise<Response> {
    const { body, ...answer } = await this.#send(rest);
    const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    );
    const text = answer.statusCode >= 400 || returnBody ? await body.text() : undefined;
    if (text === undefined) await body.dump();
    // In these answers a body is not allowed, not even an empty one.
    const content = [204, 205, 304].includes(answer.statusCode) ? null : text;
    const response = new Response(content, { status: answer.statusCode, headers });
    if (answer.statusCode === statusCode) return response;
    if (answer.statusCode >= 400) throw await S3Errors.parseServerError(response);
    throw new S3Errors.ServerError(answer.statusCode, "UnexpectedStatusCode", "the store's answer was not expected");
  }

  /** Returns the content of an object as a stream. */
  async content(key: string): Promise<Readable> {
    const { statusCode, body } = await this.#send({ method: "GET", objectName: key });
    if (statusCode === 200) return body;
    throw await S3Errors.parseServerError(new Response(await body.text(), { status: statusCode }));
  }

  #send({ method, objectName, query = {}, headers: extra, payload }: Request): Promise<Dispatcher.ResponseData> {
    const { endpoint, bucket } = this.#options;
    // The parser of URLs would drop such parts of a key, so that the request would go to another object.
    if (objectName.split("/").some((part) => part === "." || part === "..")) throw new S3Errors.InvalidArgumentError();
    const url = new URL(endpoint);
    const path = [...url.pathname.split("/").filter(Boolean).map(decodeURIComponent), bucket, ...objectName.split("/")];
    url.pathname = `/${path.map(encoded).join("/")}`;
    url.search = [...new URLSearchParams(query)]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join("&");
    const body = typeof payload === "string" ? Buffer.from(payload) : payload;
    const headers = signedHeaders({ method, url, headers: Object.fromEntries(extra ?? []), body }, this.#options, new Date());
    return request(url, {
      ...{ method: method as Dispatcher.HttpMethod, dispatcher, headers, signal: this.#signal },
      body: body ?? (method === "GET" || method === "HEAD" ? null : Buffer.alloc(0)),
    });
  }
}

/** A request to an S3-compatible store that is not yet signed. */
interface Unsigned {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
}

/** Returns the headers of a request with its signature (AWS Signature Version 4), which covers the address, the headers and the body. */
function signedHeaders(
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
  return { ...all, authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}` };
}

/** Encodes text for a path or a query in the only form that signatures allow. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");

const hmac = (key: Uint8Array, text: string) => createHmac("sha256", key).update(text).digest();
