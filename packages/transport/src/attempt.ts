import { isReeveError, ReeveError, type Request } from "@reeve/contract";
import type { KyInstance } from "ky";
import type { Carrier } from "./dispatcher.ts";
import { networkFailure } from "./network-failure.ts";
import type { TransportOptions } from "./options.ts";
import type { Patience } from "./patience.ts";
import { readText } from "./read-body.ts";

/** What carries requests: ky, loaded when the first call is made, and what it is told about trust and proxies. */
export interface Line {
  readonly ky: KyInstance;
  readonly carrier: Carrier | undefined;
}

/** A status with its headers and the text of its body. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends a request once and reads the answer. Throws `unreachable`, `untrusted-certificate`, `timed-out` or `cancelled`. */
export async function attempt(
  line: Line,
  { method, body }: Request,
  url: string,
  headers: Readonly<Record<string, string>>,
  patience: Patience,
  { fetch, maxBodyBytes = 64 * 1024 * 1024 }: TransportOptions,
): Promise<Received> {
  try {
    const response = await line.ky(url, {
      method,
      headers: { ...headers },
      signal: patience.signal,
      redirect: "manual",
      credentials: "omit",
      cache: "no-store",
      // Retries, limits of time and errors are decided above, by what an operation does.
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
      ...(body && { body: JSON.stringify(body) }),
      ...(fetch && { fetch }),
      ...(line.carrier && { dispatcher: line.carrier }),
    });
    return { status: response.status, headers: response.headers, text: await readText(response, maxBodyBytes) };
  } catch (thrown) {
    const given = patience.error();
    if (given) throw given;
    throw isReeveError(thrown) ? thrown : networkFailure(thrown, new URL(url).origin);
  }
}

/** Loads what carries requests; done once, by the first call. */
export async function openLine(createCarrier: () => Promise<Carrier | undefined>): Promise<Line> {
  const [{ default: ky }, carrier] = await Promise.all([import("ky"), createCarrier()]);
  if (typeof ky !== "function") throw new ReeveError("bad-input", "ky could not be loaded");
  return { ky, carrier };
}
