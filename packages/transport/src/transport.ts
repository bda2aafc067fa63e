import { createTokenKeeper } from "@reeve/auth";
import { ReeveError } from "@reeve/contract";
import { baseUrl } from "./base-url.ts";
import { type Base, callThrough } from "./call.ts";
import { openFetchLine } from "./fetch-line.ts";
import { checkLimits } from "./limits.ts";
import type { Line } from "./line.ts";
import { createLoginSender } from "./login-sender.ts";
import type { Transport, TransportOptions } from "./options.ts";
import { createRetryBudget } from "./retry.ts";

/** Makes a transport for one cluster. Nothing is loaded or opened before the first call. */
export function createTransport(options: TransportOptions): Transport {
  const url = baseUrl(options.url);
  checkLimits(options);
  const clock = options.clock ?? { now: Date.now, random: Math.random };
  let end: ReeveError | undefined;
  let line: Promise<Line> | undefined;
  const open = () => {
    // A login that has lost its callers may still come here: what it opened now would stay open.
    if (end) return Promise.reject(end);
    const { line: openLine = openFetchLine, ca, cert, key, proxy, fetch } = options;
    line ??= openLine({ url, ca, cert, key, proxy, fetch }).catch((error: unknown) => {
      // What failed may be mended by the next call: a file that was not there yet.
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
    send: (exchange, call = {}) => callThrough(base, exchange, call),
    close: async () => {
      end = new ReeveError("cancelled", "the transport was closed");
      for (const patience of base.underWay) patience.end(end);
      const opened = await line?.catch(() => undefined);
      await opened?.close();
    },
  };
}
