import { createTokenKeeper } from "@reeve/auth";
import { ReeveError } from "@reeve/contract";
import type { Adapter } from "./adapter.ts";
import { baseUrl } from "./base-url.ts";
import { type Base, call } from "./call.ts";
import { openFetchAdapter } from "./fetch-adapter.ts";
import { checkLimits } from "./limits.ts";
import { createLoginSender } from "./login-sender.ts";
import type { Transport, TransportOptions } from "./options.ts";
import { createRetryBudget } from "./retry.ts";

/** Creates a transport for one cluster. The first call loads the adapter and opens connections. */
export function createTransport(options: TransportOptions): Transport {
  const url = baseUrl(options.url);
  checkLimits(options);
  const clock = options.clock ?? { now: Date.now, random: Math.random };
  let end: ReeveError | undefined;
  let line: Promise<Adapter> | undefined;
  const open = () => {
    // A login may end after the transport was closed. It must not open a connection then, because nothing would close it.
    if (end) return Promise.reject(end);
    const { adapter: openLine = openFetchAdapter, ca, cert, key, proxy, fetch } = options;
    line ??= openLine({ url, ca, cert, key, proxy, fetch }).catch((error: unknown) => {
      // A failure is not cached, because the next call may succeed, for instance once a missing file exists.
      line = undefined;
      throw error;
    });
    return line;
  };
  const login = createLoginSender(url, options, clock, open);
  const keeper = options.credentials && createTokenKeeper(options.credentials, login);
  const base: Base = {
    url,
    options,
    clock,
    keeper,
    budget: createRetryBudget(),
    underWay: new Set(),
    closed: () => end,
    open,
  };
  return {
    url,
    send: (exchange, options = {}) => call(base, exchange, options),
    close: async () => {
      end = new ReeveError("cancelled", "the transport was closed");
      for (const deadline of base.underWay) deadline.end(end);
      const opened = await line?.catch(() => undefined);
      await opened?.close();
    },
  };
}
