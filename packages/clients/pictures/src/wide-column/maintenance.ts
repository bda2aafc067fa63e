import { statusWords, table } from "@reeve/terminal";
import type { MaintenanceEntry, MaintenanceHistory } from "@reeve/wide-column-models";
import { fieldText } from "../shared/fields.ts";
import { head } from "../shared/given.ts";
import type { View } from "../view.ts";

/** Requested maintenance, one entry per line. */
export function maintenance(history: MaintenanceHistory, view: View): readonly string[] {
  if (history.length === 0) return ["no maintenance has been requested"];
  const columns = [
    { head: head(view, "asked for"), cell: (entry: MaintenanceEntry) => at(entry.requested_at, view) },
    { head: head(view, "maintenance"), cell: ({ name }: MaintenanceEntry) => name },
    { head: head(view, "of"), cell: (entry: MaintenanceEntry) => requestWords(entry) },
    { head: head(view, "status"), cell: ({ status }: MaintenanceEntry) => statusWords(status) },
    { head: head(view, "ended"), cell: (entry: MaintenanceEntry) => at(entry.completed_at, view) },
    { head: head(view, "reason"), cell: ({ reason }: MaintenanceEntry) => reason ?? undefined },
  ];
  return table(history, columns, view.style);
}

/** Lists the fields of a request, such as `backup_name nightly, external_location s3://kept`. */
function requestWords({ request }: MaintenanceEntry): string {
  return Object.entries(request)
    .map(([field, value]) => `${field} ${Array.isArray(value) ? value.map(fieldText).join(" ") : fieldText(value)}`)
    .join(", ");
}

function at(time: string | null, { times, now }: View): string | undefined {
  const milliseconds = time === null ? Number.NaN : Date.parse(time);
  return Number.isNaN(milliseconds) ? undefined : times.at(milliseconds, now);
}
