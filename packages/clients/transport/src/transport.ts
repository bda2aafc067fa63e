import { createTokenKeeper, type LoginSender } from "@reeve/auth";
import { ReeveError } from "@reeve/contract";
import type { Base } from "./call.ts";
import { checkedOptions } from "./limits.ts";
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
export function createTransport(given: TransportOptions): Transport {
  const url = baseUrl(given.url);
  if (given.ca !== undefined && url.startsWith("http:")) {
    const why = "without TLS, no certificate is checked; use an https:// address, or leave out the CA";
    throw new ReeveError("bad-input", `ca: it cannot be used for ${url}: ${why}`);
  }
  const options = checkedOptions(given);
  const closing = new AbortController();
  const fetch = () => options.fetch ?? replacedFetch();
  let sending: ReturnType<typeof load> | undefined;
  const loaded = () => {
    sending ??= load(fetch());
    return sending;
  };
  let sender: Promise<Sender> | undefined;
  const open = () => {
    // A login may end after the transport was closed. It must not open a connection then, because nothing would close it.
    if (closing.signal.aborted) return Promise.reject(closing.signal.reason);
    sender ??= loaded()
      .then(({ openSender }) => openSender({ ...options, url, fetch: fetch() }, options.maxBodyBytes))
      .catch((error: unknown) => {
        // A failure is not cached, because the next call may succeed, for instance once a missing file exists.
        sender = undefined;
        throw error;
      });
    return sender;
  };
  const login: LoginSender = {
    origin: new URL(url).origin,
    now: options.clock.now,
    post: async (...request) => (await loaded()).sendLogin(base, ...request),
  };
  const keeper = options.credentials && createTokenKeeper(options.credentials, login);
  const base: Base = { url, options, keeper, budget: createRetryBudget(), closing: closing.signal, open };
  return {
    url,
    send: async (exchange, callOptions = {}) => (await loaded()).call(base, exchange, callOptions),
    close: async () => {
      closing.abort(new ReeveError("cancelled", "the transport was closed"));
      const opened = await sender?.catch(() => undefined);
      await opened?.close();
    },
  };
}

/** The base URL without a trailing slash. Throws `bad-input` if requests cannot be sent to it. */
export function baseUrl(text: string): string {
  if (typeof text !== "string") throw refused("expected the address of the cluster, such as https://cluster.example");
  // The text before an @ may contain a password, so the URL is not shown.
  const shown = text.includes("@") ? "the URL" : JSON.stringify(text.slice(0, 200));
  if (!URL.canParse(text)) throw refused(`${shown} cannot be used: it is not a URL: expected something like https://cluster.example`);
  const { protocol, username, password, search, hash, origin, pathname } = new URL(text);
  if (protocol !== "https:" && protocol !== "http:") throw refused(`${shown} cannot be used: expected http:// or https://`);
  if (username !== "" || password !== "") throw refused("it cannot contain a user or a password; give credentials instead");
  if (search !== "" || hash !== "") throw refused("it cannot have a query or a fragment");
  return origin + pathname.replace(/\/+$/, "");
}

function refused(reason: string): ReeveError {
  return new ReeveError("bad-input", `url: ${reason}`);
}
