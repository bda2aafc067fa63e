import type { CallOptions, Observation, Watcher } from "@reeve/client";
import type { RestoreStatus } from "@reeve/wide-column-models";

/** A client that shows the status of a restore. */
export interface ShowsRestore {
  readonly restore: { status(input?: undefined, options?: CallOptions): Promise<RestoreStatus> };
}

/** Watches the status of a restore. Before the restore starts, the server may show the status of an earlier restore. */
export async function byRestoreStatus(client: ShowsRestore, call: CallOptions): Promise<Watcher> {
  const before = JSON.stringify(await client.restore.status(undefined, call));
  return async (options) => {
    const seen = await client.restore.status(undefined, options);
    return observationOf(seen, seen.status === "running" || JSON.stringify(seen) !== before);
  };
}

/** Converts a restore status into an observation for a wait. */
export function observationOf({ status, message }: RestoreStatus, started: boolean): Observation {
  return {
    started,
    finished: status === "complete",
    missing: message === "" ? `its status is ${status}` : `${status}: ${message}`,
    ...(status === "failed" && { failed: message === "" ? "the server does not say why" : message }),
  };
}
