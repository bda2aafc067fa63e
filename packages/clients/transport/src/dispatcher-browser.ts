import { ReeveError } from "@reeve/contract";
import type { ConnectionOptions } from "./options.ts";

/** Replaces `dispatcher.ts` in bundles for browsers, because only the browser decides which certificates to trust. */
export async function openDispatcher(connection: ConnectionOptions): Promise<undefined> {
  const option = (["ca", "cert", "key", "proxy"] as const).find((name) => connection[name] !== undefined);
  if (option === undefined || connection.fetch) return undefined;
  throw new ReeveError("bad-input", `${option}: cannot be set in a browser; configure the browser itself`);
}
