import { safeLines, shown, statusWords, wrap } from "@reeve/terminal";
import type { MaintenanceEntry, MaintenanceHistory, wideColumnApi } from "@reeve/wide-column-models";
import { fields, fieldText, names, tableOf, timeAt } from "../shared/fields.ts";
import { ownNodePictures } from "../shared/nodes.ts";
import { controls, plan, rollingRestartPictures } from "../shared/plans.ts";
import type { Draw, Pictures, View } from "../view.ts";
import { backup, backups, checkedBackup, deleted, trustedKeyLines } from "./backups.ts";

/** The renderers for the answers of a wide-column database service. */
export const wideColumnPictures: Pictures<typeof wideColumnApi> = {
  connection: {
    show: ({ nodes, not_serving: waiting = [] }, view) =>
      waiting.length === 0
        ? names("nodes")(nodes, view)
        : wrap(shown(`no node serves clients yet: ${waiting.join(", ")}`, view.style), view.style.width),
  },
  plans: { show: plan, all: names("plans"), inspect: plan, continue: controls.continue, interrupt: controls.interrupt },
  nodes: {
    status: (value, { style }) => fields(value, style),
    info: (value, { style }) => (value.text === undefined ? fields(value, style) : safeLines(value.text).split("\n")),
    ...ownNodePictures,
  },
  rollingRestart: rollingRestartPictures,
  cleanup: { start: started("cleanup") },
  repair: { start: started("repair") },
  backup: { start: started("backup") },
  backups: {
    list: backups,
    show: backup,
    verify: (check, { style }) => checkedBackup(check).map((line) => shown(line, style)),
    delete: (deletion, { style }) => deleted(deletion).map((line) => shown(line, style)),
  },
  backupKeys: {
    list: trustedKeyLines,
    export: (key, { style }) => fields({ ...key }, style),
    import: trustedKeyLines,
    remove: trustedKeyLines,
  },
  maintenance: { list: maintenance },
  restore: { start: started("restore"), status: started("restore") },
};

function started(what: string): Draw<{ readonly status: string; readonly message: string }> {
  return ({ status, message }, { style }) => [shown(message === "" ? `${what}: ${status}` : `${what}: ${status}, ${message}`, style)];
}

/** How clients of an instance with TLS find the certificate to trust. */
export interface ClientTrust {
  /** The path of the certificate file. */
  readonly ca: string;
  /** The command that stores this file, if the file is not on this machine. */
  readonly fetch?: string;
}

/** Drivers require the name of a data center. All nodes that Reeve runs are in this data center. */
const DATA_CENTER = "datacenter1";

/** How clients connect: the command line of cqlsh, and the settings for a driver. */
export function howToConnect(addresses: readonly string[], tls?: ClientTrust): string {
  const [host, port] = /^(.*):(\d+)$/.exec(addresses[0] ?? "")?.slice(1) ?? [];
  const drivers = `drivers to ${addresses.join(",")}, data center ${DATA_CENTER}`;
  const shell = tls ? `SSL_CERTFILE=${tls.ca} cqlsh --ssl ${host} ${port}` : `cqlsh ${host} ${port}`;
  return [
    ...(host === undefined ? [] : [shell]),
    tls ? `${drivers}, with TLS that trusts ${tls.ca}` : drivers,
    ...(tls?.fetch === undefined ? [] : [`${tls.fetch} stores that certificate`]),
  ].join("; ");
}

/** Requested maintenance, one entry per line. */
export function maintenance(history: MaintenanceHistory, view: View): readonly string[] {
  if (history.length === 0) return ["no maintenance has been requested"];
  return tableOf(history, view, [
    { head: "asked for", cell: ({ requested_at }) => timeAt(requested_at, view) },
    { head: "maintenance", cell: ({ name }) => name },
    { head: "of", cell: requestWords },
    { head: "status", cell: ({ status }) => statusWords(status) },
    { head: "ended", cell: ({ completed_at }) => timeAt(completed_at, view) },
    { head: "reason", cell: ({ reason }) => reason },
  ]);
}

/** Lists the fields of a request, such as `backup_name nightly, external_location s3://kept`. */
function requestWords({ request }: MaintenanceEntry): string {
  return Object.entries(request)
    .map(([field, value]) => `${field} ${Array.isArray(value) ? value.map(fieldText).join(" ") : fieldText(value)}`)
    .join(", ");
}
