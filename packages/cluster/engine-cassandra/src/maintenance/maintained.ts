import { chosenTables, type DatabaseWithBackups, planOfMaintenance } from "@reeve/backups";
import { ReeveError } from "@reeve/contract";
import { type Clock, type NodeView, pause, type Work, type WorkContext, type WorkPlan } from "@reeve/orchestrator/engine";
import type { MaintenanceRequest } from "@reeve/wide-column-models";
import type { Member, Members } from "../cluster/members.ts";
import type { Records } from "../cluster/records.ts";
import { type ClusterView, viewFrom } from "../cluster/view.ts";
import type { OpenNodeFiles } from "../files/node-files.ts";
import { tablesOf } from "./tables.ts";

/** What maintenance needs in order to work with a cluster. */
export interface Maintained extends DatabaseWithBackups {
  readonly clock: Clock;
  readonly members: Members;
  readonly records: Records;
  readonly openFiles: OpenNodeFiles;
  node(id: string): NodeView | undefined;
}

/** Milliseconds to wait for a node that does not answer. Probably it has just died, and the orchestrator is starting it again. */
const RESTART = 120_000;
const POLL_INTERVAL = 1000;

/** Returns the node of a step. If the node does not answer, waits for it, and throws if it does not run again soon. */
export async function workingMember(
  { node: id = "", name }: Pick<Work, "node" | "name">,
  { members, node, clock }: Pick<Maintained, "members" | "node" | "clock">,
  { signal, report }: Pick<WorkContext, "signal" | "report">,
): Promise<{ readonly member: Member; readonly view: ClusterView }> {
  for (const deadline = clock.now() + RESTART; ; await pause(clock, POLL_INTERVAL, signal)) {
    signal.throwIfAborted();
    const found = node(id);
    const member = found && members.of(found);
    const view = member && (await viewFrom(member, { signal }));
    if (member && view?.mode === "NORMAL") return { member, view };
    const state = view ? `is ${view.mode}` : "does not answer";
    const mayReturn = found !== undefined && (!view || view.mode === "STARTING" || view.mode === "JOINING");
    if (!mayReturn || clock.now() > deadline) {
      throw new ReeveError("conflict", `${id} has to run for its ${name}, but it ${state}; when it runs, try again`);
    }
    report(`waiting for ${id}, which ${state}`);
  }
}

/** Returns the first node that serves clients, for queries that every node can answer. */
export async function anyMember(
  { members }: Pick<Maintained, "members">,
  signal: AbortSignal,
): Promise<{ readonly member: Member; readonly view: ClusterView }> {
  for (const member of members.alive()) {
    const view = await viewFrom(member, { signal });
    if (view?.mode === "NORMAL" && view.takesClients) return { member, view };
  }
  throw new ReeveError("conflict", "no node of the database serves clients");
}

/** Makes the plan of a cleanup or a repair. */
export function maintenancePlan(name: "cleanup" | "repair", request: MaintenanceRequest, maintained: Maintained): WorkPlan {
  const all = maintained.names();
  return planOfMaintenance(name, request, all, {
    // If all nodes are repaired, each node repairs only its primary ranges, so that no range is repaired twice.
    more: (chosen) => (name === "repair" ? { first_ranges: chosen.length === all.length } : {}),
    async check(choice) {
      const { signal } = new AbortController();
      const { member, view } = await anyMember(maintained, signal);
      chosenTables(view.keySpaces, await tablesOf(member, view.keySpaces, { signal }), choice);
    },
  });
}
