import { ReeveError } from "@reeve/contract";
import type { TransportOptions } from "./options.ts";

/** The options of a transport, with its clock and with limits, which apply if the caller and the operation set none. */
export type CheckedOptions = ReturnType<typeof checkedOptions>;

/** Checks the address and the limits in the options, and adds the defaults of the others. */
export function checkedOptions({
  url: given,
  timeout = 30_000,
  totalTimeout = 120_000,
  retries = 2,
  maxBodyBytes = 64 * 1024 * 1024,
  clock = { now: Date.now, random: Math.random },
  ...others
}: TransportOptions) {
  const url = baseUrl(given);
  if (others.ca !== undefined && url.startsWith("http:")) {
    const why = "without TLS, no certificate is checked; use an https:// address, or leave out the CA";
    throw badOption("ca", `it cannot be used for ${url}: ${why}`);
  }
  return {
    ...others,
    url,
    timeout: limit("timeout", timeout),
    totalTimeout: limit("totalTimeout", totalTimeout),
    retries: count("retries", retries, 0),
    maxBodyBytes: count("maxBodyBytes", maxBodyBytes, 1),
    clock,
  };
}

/** The base URL without a trailing slash. Throws `bad-input` if requests cannot be sent to it. */
export function baseUrl(text: string): string {
  if (typeof text !== "string") throw badOption("url", "expected the address of the cluster, such as https://cluster.example");
  // The text before an @ may contain a password, so the URL is not shown.
  const shown = `${text.includes("@") ? "the URL" : JSON.stringify(text.slice(0, 200))} cannot be used`;
  if (!URL.canParse(text)) throw badOption("url", `${shown}: it is not a URL: expected something like https://cluster.example`);
  const { protocol, username, password, search, hash, origin, pathname } = new URL(text);
  if (protocol !== "https:" && protocol !== "http:") throw badOption("url", `${shown}: expected http:// or https://`);
  if (username !== "" || password !== "") throw badOption("url", "it cannot contain a user or a password; give credentials instead");
  if (search !== "" || hash !== "") throw badOption("url", "it cannot have a query or a fragment");
  return origin + pathname.replace(/\/+$/, "");
}

/** The longest delay of a platform timer, in milliseconds. */
const MAX_TIMER = 2 ** 31 - 1;

/** Checks that a timeout is a number of milliseconds. With NaN, for instance, the timeout would never end. */
export function limit(name: string, milliseconds: number): number {
  if (Number.isFinite(milliseconds) && milliseconds > 0) return Math.min(milliseconds, MAX_TIMER);
  throw badOption(name, `expected a number of milliseconds above 0, received ${milliseconds}`);
}

function count(name: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw badOption(name, `expected an integer of at least ${least}, received ${value}`);
}

/** The error for an option that cannot be used. */
export function badOption(name: string, reason: string): ReeveError {
  return new ReeveError("bad-input", `${name}: ${reason}`);
}
