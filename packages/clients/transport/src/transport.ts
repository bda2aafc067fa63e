import { ReeveError } from "@reeve/contract";
import { type CheckedOptions, checkedOptions } from "./checked-options.ts";
import type { Transport, TransportOptions } from "./options.ts";
import { isNode, replacedFetch } from "./platform.ts";

/**
 * Loads the modules that send, which would make a program start later: in Node undici, before a call begins, so that its timeouts are for
 * the server only; and then ky, which takes the classes of the `fetch` that it finds.
 */
async function load(options: CheckedOptions, closing: AbortSignal) {
  const isByUndici = !options.fetch && isNode();
  // A failure to load is left to the call.
  if (isByUndici) await import("./dispatcher.ts").then(({ loadUndici }) => loadUndici()).catch(() => undefined);
  const [{ openBase }, { call }] = await Promise.all([import("./base.ts"), import("./call.ts")]);
  return { base: openBase(options, closing), call };
}

/** Creates a transport for one cluster. The first call loads ky and opens connections. */
export function createTransport(given: TransportOptions): Transport {
  const options = checkedOptions(given);
  const closing = new AbortController();
  let loaded: ReturnType<typeof load> | undefined;
  return {
    url: options.url,
    send: async (exchange, callOptions = {}) => {
      loaded ??= load({ ...options, fetch: options.fetch ?? replacedFetch() }, closing.signal);
      const { base, call } = await loaded;
      return call(base, exchange, callOptions);
    },
    close: async () => {
      closing.abort(new ReeveError("cancelled", "the transport was closed"));
      const opened = await loaded?.catch(() => undefined);
      await opened?.base.close();
    },
  };
}
