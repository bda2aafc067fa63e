import { safeLines, shown, wrap } from "@reeve/terminal";
import type { wideColumnApi } from "@reeve/wide-column-models";
import { fields } from "../shared/fields.ts";
import { names } from "../shared/names.ts";
import { ownNodePictures } from "../shared/nodes.ts";
import { controls, plan } from "../shared/plans.ts";
import type { Draw, Pictures } from "../view.ts";
import { backup, backups, checkedBackup, deleted, trustedKeyLines } from "./backups.ts";
import { maintenance } from "./maintenance.ts";

export type { ClientTrust } from "./how-to-connect.ts";
export { howToConnect } from "./how-to-connect.ts";

/** The renderers for the answers of a wide-column database service. */
export const pictures: Pictures<typeof wideColumnApi> = {
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
  restore: {
    start: started("restore"),
    status: (value, view) => sentence("restore", value.status, value.message)(view),
  },
};

function started(what: string): Draw<{ readonly status: string; readonly message: string }> {
  return ({ status, message }, view) => sentence(what, status, message)(view);
}

function sentence(
  what: string,
  status: string,
  message: string,
): (view: Parameters<Draw<unknown>>[1]) => readonly string[] {
  return ({ style }) => [shown(message === "" ? `${what}: ${status}` : `${what}: ${status}, ${message}`, style)];
}
