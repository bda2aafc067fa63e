import { ReeveError } from "@reeve/contract";
import type { buildConnector, Dispatcher, Pool } from "undici";
import { authority } from "./authority.ts";
import type { Carrier } from "./carrier.ts";
import type { Way } from "./line.ts";
import { type ProxyAddress, proxyFor } from "./proxy.ts";

/** The carrier that the options and the environment ask for; undefined where the platform's own will do, which costs nothing. */
export async function createCarrier({ url, ca, fetch }: Way): Promise<Carrier | undefined> {
  if (fetch) return undefined;
  const pem = ca === undefined ? undefined : authority(ca);
  const proxy = isNode() ? proxyFor(url, process.env) : undefined;
  if (pem === undefined && proxy === undefined && !trustsAnybody(url)) return undefined;
  if (!isNode()) {
    throw new ReeveError(
      "bad-input",
      "ca: only Node can be told of an authority here; give a fetch that trusts it instead",
    );
  }
  const undici = await import("undici");
  // Said here, it holds even where NODE_TLS_REJECT_UNAUTHORIZED says otherwise for the whole process.
  const trust = { rejectUnauthorized: true, ...(pem !== undefined && { ca: pem }) };
  return proxy === undefined
    ? { dispatcher: new undici.Agent({ ...NO_LIMITS, connect: trust }) }
    : throughProxy(undici, proxy, trust);
}

/** Whether the platform's own would take any certificate: a variable for the whole process says so, which is often meant for something else. */
function trustsAnybody(url: string): boolean {
  return url.startsWith("https:") && isNode() && process.env.NODE_TLS_REJECT_UNAUTHORIZED === "0";
}

/** How long something may take is decided for each call, not by what carries it. */
const NO_LIMITS = { headersTimeout: 0, bodyTimeout: 0 };

function throughProxy(
  { Pool, ProxyAgent }: typeof import("undici"),
  { url, authorization, variable }: ProxyAddress,
  trust: object,
): Carrier {
  const itsFaults = new WeakSet<object>();
  /** Remembers what goes wrong on the way to the proxy, which looks like what goes wrong behind it. */
  const watched =
    (connect: buildConnector.connector): buildConnector.connector =>
    (options, callback) =>
      connect(options, (...[error, socket]: Parameters<buildConnector.Callback>) => {
        if (error) itsFaults.add(error);
        callback(...([error, socket] as Parameters<buildConnector.Callback>));
      });
  const toProxy = (origin: string | URL, options: object): Dispatcher => {
    const { connect, ...rest } = options as Pool.Options & { connect: buildConnector.connector };
    return new Pool(new URL(origin), { ...rest, ...NO_LIMITS, connect: watched(connect) });
  };
  const isProxy = (origin: string | URL) => new URL(origin).origin === url;
  const dispatcher = new ProxyAgent({
    ...NO_LIMITS,
    uri: url,
    ...(authorization !== undefined && { token: authorization }),
    // A tunnel only to where there is TLS: an ordinary proxy opens none to another port.
    proxyTunnel: false,
    requestTls: trust,
    proxyTls: { rejectUnauthorized: true },
    clientFactory: toProxy,
    factory: (origin, options) => (isProxy(origin) ? toProxy(origin, options) : new Pool(origin, options)),
  });
  return {
    dispatcher,
    detour: {
      about: `the proxy ${url} (from ${variable})`,
      variable,
      caused: (error) => itsFaults.has(error),
    },
  };
}

/** Bun and Deno call themselves Node, but their fetch takes no carrier. */
function isNode(): boolean {
  const { versions } = globalThis.process ?? {};
  return versions?.node !== undefined && !("bun" in versions) && !("deno" in versions);
}
