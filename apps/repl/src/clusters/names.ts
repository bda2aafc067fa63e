import type { ClientDescription } from "@reeve/client";
import { type InputField, operationNaming } from "@reeve/contract";
import { BACKGROUND_TIMEOUTS, orLate, runInBackground } from "./background.ts";

/** Maximum age in milliseconds of cached names. */
const FRESH = 5_000;

/**
 * The names of things in a cluster, for completion. They are requested with read operations, and cached for a while. Concurrent callers
 * share one request.
 */
export function createNames(client: ClientDescription) {
  const cached = new Map<string, { readonly names: readonly string[]; readonly at: number }>();
  const pending = new Map<string, Promise<readonly string[]>>();
  let epoch = 0;

  const request = (thing: string): Promise<readonly string[]> => {
    const begun = epoch;
    const answer = runInBackground(() => namesFor(client, thing))
      .catch(() => [])
      .then((names) => {
        pending.delete(thing);
        if (begun === epoch) cached.set(thing, { names, at: Date.now() });
        return names;
      });
    pending.set(thing, answer);
    return answer;
  };
  const namesOf = async (thing: string, within: number): Promise<readonly string[]> => {
    const last = cached.get(thing);
    if (last && Date.now() - last.at < FRESH) return last.names;
    return orLate(pending.get(thing) ?? request(thing), within, () => last?.names ?? []);
  };
  return {
    /**
     * Returns the names that exist for an input field, or else the field's default. The promise resolves after at most `within`
     * milliseconds; names that arrive later are used for the next completion.
     */
    of: async ({ names: thing, fallback }: Pick<InputField, "names" | "fallback">, within: number): Promise<readonly string[]> => {
      const names = thing === undefined ? [] : await namesOf(thing, within);
      return names.length === 0 && typeof fallback === "string" ? [fallback] : names;
    },
    /** Drops the cached names; called after a call that may have changed the names. */
    forget: (): void => {
      epoch++;
      cached.clear();
      pending.clear();
    },
  };
}

async function namesFor(client: ClientDescription, thing: string): Promise<readonly string[]> {
  const source = operationNaming(client.api, thing, await client.revision(BACKGROUND_TIMEOUTS));
  if (!source) return [];
  return source.operation.names?.[thing]?.((await client.call(source.operation, {}, BACKGROUND_TIMEOUTS)).read()) ?? [];
}
