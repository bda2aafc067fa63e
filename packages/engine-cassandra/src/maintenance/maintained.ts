import type { BackupRetention, OpenObjectStore } from "@reeve/backups";
import { ReeveError } from "@reeve/contract";
import type { Clock, NodeView, Store } from "@reeve/orchestrator";
import type { Member, Members } from "../cluster/members.ts";
import type { Records } from "../cluster/records.ts";
import { type View, viewFrom } from "../cluster/view.ts";

/** The parts of a cluster that maintenance works with. */
export interface Maintained {
  readonly instance: string;
  readonly store: Store;
  readonly clock: Clock;
  readonly members: Members;
  readonly records: Records;
  readonly openObjectStore: OpenObjectStore;
  /** The retention of backups. */
  retention(): BackupRetention;
  /** The ids of all nodes of the definition. */
  names(): readonly string[];
  node(id: string): NodeView | undefined;
}

/** The node that a step works on, which must be running. */
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
  throw new ReeveError("conflict", `${id} has to run for its ${name}, and it ${state}`);
}

/** The first node that serves, for queries that any node can answer. */
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
