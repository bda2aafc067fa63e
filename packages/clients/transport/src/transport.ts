import { createTokenKeeper } from "@reeve/auth";
import { ReeveError } from "@reeve/contract";
import type { Base } from "./call.ts";
import { checkedLimits } from "./limits.ts";
import type { Transport, TransportOptions } from "./options.ts";
import { isNode, platformSends, replacedFetch } from "./platform.ts";
import { createRetryBudget } from "./retry.ts";
import type { Sender } from "./sender.ts";

/**
 * Loads the modules that send, which would make a program start later: in Node undici, before a call begins, so that its timeouts are for
 * the server only; and then ky, which takes the classes of the `fetch` that it finds.
 */
async function load(given: typeof fetch | undefined) {
  // A failure to load is left to the call.
  if (!given && isNode() && !platformSends()) await import("./dispatcher.ts").then(({ loadUndici }) => loadUndici()).catch(() => undefined);
  return import("./call.ts");
}

/** Creates a transport for one cluster. The first call loads ky and opens connections. */
export function createTransport(options: TransportOptions): Transport {
  const url = baseUrl(options.url);
  if (options.ca !== undefined && url.startsWith("http:")) {
    const why = "without TLS, no certificate is checked; use an https:// address, or leave out the CA";
    throw new ReeveError("bad-input", `ca: it cannot be used for ${url}: ${why}`);
  }
  const limits = checkedLimits(options);
  const clock = options.clock ?? { now: Date.now, random: Math.random };
  let sending: ReturnType<typeof load> | undefined;
  const closing = new AbortController();
  let sender: Promise<Sender> | undefined;
  const given = () => options.fetch ?? replacedFetch();
  const open = () => {
    // A login may end after the transport was closed. It must not open a connection then, because nothing would close it.
    if (closing.signal.aborted) return Promise.reject(closing.signal.reason);
    const { ca, cert, key, proxy } = options;
    sender ??= loaded()
      .then(({ openSender }) => openSender({ url, ca, cert, key, proxy, fetch: given() }, limits.maxBodyBytes))
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
    limits,
    clock,
    keeper: options.credentials && createTokenKeeper(options.credentials, login),
    budget: createRetryBudget(),
    closing: closing.signal,
    open,
  };
  return {
    url,
    send: async (exchange, options = {}) => (await loaded()).call(base, exchange, options),
    close: async () => {
      closing.abort(new ReeveError("cancelled", "the transport was closed"));
      const opened = await sender?.catch(() => undefined);
      await opened?.close();
    },
  };
}

/** The base URL without a trailing slash. Throws `bad-input` if requests cannot be sent to it. */
export function baseUrl(text: string): string {
  if (typeof text !== "string") {
    throw new ReeveError("bad-input", "url: expected the address of the cluster, such as https://cluster.example");
  }
  if (!URL.canParse(text)) throw refused(text, "it is not a URL: expected something like https://cluster.example");
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw refused(text, "expected http:// or https://");
  if (url.username !== "" || url.password !== "") {
    throw new ReeveError("bad-input", "url: it cannot contain a user or a password; give credentials instead");
  }
  if (url.search !== "" || url.hash !== "") throw new ReeveError("bad-input", "url: it cannot have a query or a fragment");
  return url.origin + url.pathname.replace(/\/+$/, "");
}

function refused(text: string, reason: string): ReeveError {
  // The text before an @ may contain a password, so the URL is not shown.
  const shown = text.includes("@") ? "the URL" : JSON.stringify(text.slice(0, 200));
  return new ReeveError("bad-input", `url: ${shown} cannot be used: ${reason}`);
}
