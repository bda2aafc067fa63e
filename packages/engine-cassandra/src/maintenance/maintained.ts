import type { BackupRetention, OpenObjectStore } from "@reeve/backups";
import { ReeveError } from "@reeve/contract";
import type { Clock, NodeView, Store } from "@reeve/orchestrator";
import type { Member, Members } from "../cluster/members.ts";
import type { Records } from "../cluster/records.ts";
import { type View, viewFrom } from "../cluster/view.ts";

/** What the maintenance of a cluster needs. */
export interface Maintained {
  readonly instance: string;
  readonly store: Store;
  readonly clock: Clock;
  readonly members: Members;
  readonly records: Records;
  readonly openObjectStore: OpenObjectStore;
  /** How many backups to keep, and for how long. */
  retention(): BackupRetention;
  /** The ids of all nodes of the definition. */
  names(): readonly string[];
  node(id: string): NodeView | undefined;
}

/** Returns the node of a step; refuses if the node does not run. */
export async function workingMember(
  { node: id = "", name }: { readonly node?: string; readonly name: string },
  { members, node }: Maintained,
  signal: AbortSignal,
): Promise<{ readonly member: Member; readonly view: View }> {
  const found = node(id);
  const member = found && members.of(found);
  const view = member && (await viewFrom(member, { signal }));
  if (member && view?.mode === "NORMAL") return { member, view };
  const state = view ? `is ${view.mode}` : "does not answer";
  throw new ReeveError("conflict", `${id} has to run for its ${name}, but it ${state}`);
}

/** Returns the first node that serves clients, for queries that every node can answer. */
export async function anyMember(
  { members }: Pick<Maintained, "members">,
  signal: AbortSignal,
): Promise<{ readonly member: Member; readonly view: View }> {
  for (const member of members.alive()) {
    const view = await viewFrom(member, { signal });
    if (view?.mode === "NORMAL" && view.takesClients) return { member, view };
  }
  throw new ReeveError("conflict", "no node of the database serves clients");
}
