import { askByKy } from "./ask-by-ky.ts";
import { createCarrier } from "./dispatcher.ts";
import type { OpenLine } from "./line.ts";
import { networkFailure, refusalOfProxy } from "./network-failure.ts";
import { readText } from "./read-text.ts";

/** The usual line: the platform's `fetch` or one that was given. */
export const openFetchLine: OpenLine = async (way) => {
  const carrier = await createCarrier(way);
  const ask = carrier?.ask ?? (await askByKy(way.fetch));
  const { origin } = new URL(way.url);
  const target = { origin, detour: carrier?.detour, certificate: way.cert !== undefined };
  return {
    send: async (outgoing, wait) => {
      const failure = (thrown: unknown) => wait.error() ?? networkFailure(thrown, target);
      const { status, headers, body } = await ask(outgoing, wait.signal).catch((thrown) => {
        throw failure(thrown);
      });
      if (status === 407) throw refusalOfProxy(status, origin, target.detour);
      const read = body ? await readText(body.getReader(), headers, outgoing.maxBodyBytes, failure) : { text: "" };
      return { status, headers, ...read };
    },
    close: async () => carrier?.close(),
  };
};
