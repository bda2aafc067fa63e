/** The known statuses of plans, phases and steps. */
export const statuses = [
  "ERROR",
  "WAITING",
  "PENDING",
  "PREPARED",
  "STARTING",
  "STARTED",
  "IN_PROGRESS",
  "COMPLETE",
  "DELAYED",
  "PAUSING",
  "PAUSED",
] as const;

/** A known status, or any other text from a server. */
export type Status = (typeof statuses)[number] | (string & Record<never, never>);

/** R1 writes `InProgress`, later revisions `IN_PROGRESS`. An unknown status stays unchanged. */
export function readStatus(status: string): Status {
  return spelledInR1.get(status) ?? status;
}

/**
 * Whether `readStatus` would change a status. Looking at the second letter is nearly always enough, which saves time for plans with
 * thousands of steps.
 */
export function isOldSpelling(status: string): boolean {
  return status.charCodeAt(1) >= LOWER_CASE_A && spelledInR1.has(status);
}

const LOWER_CASE_A = 97;

/** The R1 spelling of a status. */
export function oldSpelling(status: Status): string {
  return status
    .split("_")
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join("");
}

const spelledInR1 = new Map<string, Status>(statuses.map((status) => [oldSpelling(status), status]));
