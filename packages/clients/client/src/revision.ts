import type { CallOptions } from "@reeve/transport";
import type { Core, RevisionInUse } from "./core.ts";
import { findRevision } from "./find-revision.ts";
import { shareCall } from "./shared-call.ts";

/** The revision of a client: given by the caller, the only one of the API, or detected at first use. */
export function revisionInUse(core: () => Core, given: string | undefined, all: readonly string[]): RevisionInUse {
  let known = given ?? (all.length === 1 ? all[0] : undefined);
  let timeouts: CallOptions = {};
  const search = shareCall(async (signal) => {
    // A failure is not cached, so the next call detects the revision again.
    known = await findRevision(core(), { ...timeouts, signal });
    return known;
  });
  return {
    known: () => known,
    given: given !== undefined,
    find: async ({ signal, ...options } = {}) => {
      timeouts = options;
      return known ?? search(signal);
    },
  };
}
