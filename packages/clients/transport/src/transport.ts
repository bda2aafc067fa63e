import { createTokenKeeper } from "@reeve/auth";
import { ReeveError } from "@reeve/contract";
import { baseUrl } from "./base-url.ts";
import type { Base } from "./call.ts";
import { checkLimits } from "./limits.ts";
import type { Transport, TransportOptions } from "./options.ts";
import { createRetryBudget } from "./retry.ts";
import type { Sender } from "./sender.ts";

/** The platform's `fetch`. If a program replaces it, for example in tests, the replacement is used as if it were in the options. */
const platformFetch = globalThis.fetch;

/** Loads the modules that send, with ky, which would make a program start later. */
async function load(given: typeof fetch | undefined) {
  const { call, openSender, prepare, sendLogin } = await import("./call.ts");
  await prepare(given);
  return { call, openSender, sendLogin };
}

/** Creates a transport for one cluster. The first call loads ky and opens connections. */
export function createTransport(options: TransportOptions): Transport {
  const url = baseUrl(options.url);
  if (options.ca !== undefined && url.startsWith("http:")) {
    const why = "without TLS, no certificate is checked; use an https:// address, or leave out the CA";
    throw new ReeveError("bad-input", `ca: it cannot be used for ${url}: ${why}`);
  }
  checkLimits(options);
  const clock = options.clock ?? { now: Date.now, random: Math.random };
  let sending: ReturnType<typeof load> | undefined;
  let end: ReeveError | undefined;
  let sender: Promise<Sender> | undefined;
  const given = () => options.fetch ?? (globalThis.fetch === platformFetch ? undefined : globalThis.fetch);
  const open = () => {
    // A login may end after the transport was closed. It must not open a connection then, because nothing would close it.
    if (end) return Promise.reject(end);
    const { ca, cert, key, proxy } = options;
    sender ??= loaded()
      .then(({ openSender }) => openSender({ url, ca, cert, key, proxy, fetch: given() }))
      .catch((error: unknown) => {
        // A failure is not cached, because the next call may succeed, for instance once a missing file exists.
        sender = undefined;
        throw error;
      });
    return sender;
  };
  const loaded = () => {
    sending ??= load(given());
    return sending;
  };
  const login = {
    origin: new URL(url).origin,
    now: clock.now,
    post: async (path: string, body: Readonly<Record<string, string>>, signal: AbortSignal) =>
      (await loaded()).sendLogin(base, path, body, signal),
  };
  const base: Base = {
    url,
    options,
    clock,
    keeper: options.credentials && createTokenKeeper(options.credentials, login),
    budget: createRetryBudget(),
    underWay: new Set(),
    closed: () => end,
    open,
  };
  return {
    url,
    send: async (exchange, options = {}) => (await loaded()).call(base, exchange, options),
    close: async () => {
      end = new ReeveError("cancelled", "the transport was closed");
      for (const controller of base.underWay) controller.abort(end);
      const opened = await sender?.catch(() => undefined);
      await opened?.close();
    },
  };
}
