import { isReeveError } from "@reeve/contract";
import type { OpenAdapter } from "./adapter.ts";
import { createFetchBackend } from "./dispatcher.ts";
import { networkFailure, refusalOfProxy } from "./network-failure.ts";
import { readText } from "./read-text.ts";
import { sendByKy } from "./send-by-ky.ts";

/** The default adapter. It sends requests with the `fetch` in the options, or else with the platform's `fetch`. */
export const openFetchAdapter: OpenAdapter = async (connection) => {
  const carrier = await createFetchBackend(connection);
  const ask = carrier?.send ?? (await sendByKy(connection.fetch));
  const { origin } = new URL(connection.url);
  const target = { origin, route: carrier?.route, certificate: connection.cert !== undefined };
  return {
    send: async (outgoing, wait) => {
      const failure = (thrown: unknown) =>
        wait.error() ?? (isReeveError(thrown) ? thrown : networkFailure(thrown, target));
      const { status, headers, body } = await ask(outgoing, wait.signal).catch((thrown) => {
        throw failure(thrown);
      });
      if (status === 407) throw refusalOfProxy(status, origin, target.route);
      const read = body ? await readText(body.getReader(), headers, outgoing.maxBodyBytes, failure) : { text: "" };
      return { status, headers, ...read };
    },
    close: async () => carrier?.close(),
  };
};
