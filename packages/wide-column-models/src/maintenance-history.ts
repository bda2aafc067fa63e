import { about, keyed, operation, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";

/** Requested maintenance, as Reeve's own service records it. */
export interface MaintenanceEntry {
  /** A UUID. */
  readonly id: string;
  /** `cleanup`, `repair`, `backup` or `restore`; also the name of its plan. */
  readonly name: string;
  /** The request, without keys. */
  readonly request: Readonly<Record<string, unknown>>;
  /** COMPLETE or ERROR if it has ended, else the status of its plan. */
  readonly status: string;
  /** Why it failed, or what it waits for. */
  readonly reason: string | null;
  /** ISO 8601, UTC. */
  readonly requested_at: string;
  /** When its first step began. */
  readonly started_at: string | null;
  readonly completed_at: string | null;
}

/** The last hundred, from the newest to the oldest. */
export type MaintenanceHistory = readonly MaintenanceEntry[];

const MaintenanceEntry: Schema<MaintenanceEntry> = resource("MaintenanceEntry", "Requested maintenance.", {
  id: about("a UUID", v.string()),
  name: about("cleanup, repair, backup or restore; also the name of its plan", v.string()),
  request: about("the request, without keys", keyed(v.string(), v.unknown())),
  status: about("COMPLETE or ERROR if it has ended, else the status of its plan", v.string()),
  reason: about("why it failed, or what it waits for", v.nullable(v.string())),
  requested_at: about("when it was requested (ISO 8601, UTC)", v.string()),
  started_at: about("when its first step began (ISO 8601, UTC)", v.nullable(v.string())),
  completed_at: about("when it ended (ISO 8601, UTC)", v.nullable(v.string())),
});

export const MaintenanceHistory: Schema<MaintenanceHistory> = v.pipe(
  v.array(MaintenanceEntry),
  v.title("MaintenanceHistory"),
  v.description("The last hundred pieces of maintenance, from the newest to the oldest."),
);

export const listMaintenance = operation({
  summary: "List the maintenance that has been requested, with how it ended",
  about: "Only Reeve's own service has this. It keeps the last hundred, from the newest to the oldest.",
  effect: "read",
  output: MaintenanceHistory,
  routes: { "*": "GET {reeve}/maintenance" },
});
