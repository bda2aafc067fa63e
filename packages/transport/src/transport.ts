import { createTokenKeeper } from "@reeve/auth";
import { openLine } from "./attempt.ts";
import { baseUrl } from "./base-url.ts";
import { type Base, callThrough } from "./call.ts";
import { createCarrier } from "./dispatcher.ts";
import { createLoginContext } from "./login-context.ts";
import type { Transport, TransportOptions } from "./options.ts";
import { createRetryBudget } from "./retry.ts";

/** Makes a transport for one cluster. Nothing is loaded or opened before the first call. */
export function createTransport(options: TransportOptions): Transport {
  const url = baseUrl(options.url);
  const clock = options.clock ?? { now: Date.now, random: Math.random };
  let line: ReturnType<typeof openLine> | undefined;
  const open = () => {
    line ??= openLine(() => createCarrier(options), options.fetch).catch((error: unknown) => {
      // What failed may be mended by the next call: a file that was not there yet.
      line = undefined;
      throw error;
    });
    return line;
  };
  const login = createLoginContext(url, options, clock, open);
  const keeper = options.credentials && createTokenKeeper(options.credentials, login);
  const base: Base = { url, options, clock, keeper, budget: createRetryBudget(), open };
  return {
    url,
    send: (exchange, call = {}) => callThrough(base, exchange, call),
    close: async () => {
      const opened = line;
      line = undefined;
      await (await opened?.catch(() => undefined))?.carrier?.destroy();
    },
  };
}
