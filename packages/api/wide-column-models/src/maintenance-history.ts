import { about, keyed, operation, resource, resourceList, type Schema } from "@reeve/contract";
import * as v from "valibot";

/** A record of requested maintenance in the Reeve service. */
export interface MaintenanceEntry {
  /** A UUID. */
  readonly id: string;
  /** `cleanup`, `repair`, `backup` or `restore`. This is also the name of the plan. */
  readonly name: string;
  /** The request, without access keys. */
  readonly request: Readonly<Record<string, unknown>>;
  /** Where a backup is stored: a folder, or a bucket with the address of its object store. */
  readonly place?: string;
  /** COMPLETE or ERROR if the maintenance has ended, otherwise the status of its plan. */
  readonly status: string;
  /** Why the maintenance failed or waits; null if it does neither. */
  readonly reason: string | null;
  /** When the maintenance was requested (ISO 8601, UTC). */
  readonly requested_at: string;
  /** When the first step began (ISO 8601, UTC). */
  readonly started_at: string | null;
  readonly completed_at: string | null;
}

/** The last hundred maintenance requests, from the newest to the oldest. */
export type MaintenanceHistory = readonly MaintenanceEntry[];

const MaintenanceEntry: Schema<MaintenanceEntry> = resource("MaintenanceEntry", "Requested maintenance.", {
  id: about("a UUID", v.string()),
  name: about("cleanup, repair, backup or restore; this is also the name of the plan", v.string()),
  request: about("the request, without access keys", keyed(v.string(), v.unknown())),
  place: about("where a backup is stored: a folder, or a bucket with the address of its object store", v.exactOptional(v.string())),
  status: about("COMPLETE or ERROR if the maintenance has ended, otherwise the status of its plan", v.string()),
  reason: about("why the maintenance failed or waits", v.nullable(v.string())),
  requested_at: about("when the maintenance was requested (ISO 8601, UTC)", v.string()),
  started_at: about("when the first step began (ISO 8601, UTC)", v.nullable(v.string())),
  completed_at: about("when the maintenance ended (ISO 8601, UTC)", v.nullable(v.string())),
});

export const MaintenanceHistory: Schema<MaintenanceHistory> = resourceList(
  "MaintenanceHistory",
  "The last hundred maintenance requests, from the newest to the oldest.",
  MaintenanceEntry,
);

export const listMaintenance = operation({
  summary: "List requested maintenance and how it ended",
  about: "The service keeps the last hundred requests, from the newest to the oldest.",
  effect: "read",
  output: MaintenanceHistory,
  list: { of: "maintenance", hasEvents: false },
  routes: { "*": "GET {reeve}/maintenance" },
});
