import { chosenNodes, chosenTables } from "@reeve/backups";
import type { WorkPlan } from "@reeve/orchestrator/engine";
import type { MaintenanceRequest } from "@reeve/wide-column-models";
import { anyMember, type Maintained } from "./maintained.ts";
import { tablesOf } from "./tables.ts";

/** Makes the plan of a cleanup or a repair, with one step for each node, one after another. */
export function maintenancePlan(
  name: "cleanup" | "repair",
  { nodes: asked, ...choice }: MaintenanceRequest,
  maintained: Maintained,
): WorkPlan {
  const all = maintained.names();
  const chosen = chosenNodes(asked, all);
  // If all nodes are repaired, each node repairs only its primary ranges, so that no range is repaired twice.
  const parameters = { ...choice, ...(name === "repair" && { first_ranges: chosen.length === all.length }) };
  return {
    name,
    phases: [
      {
        name: name === "cleanup" ? "Cleanup" : "Repair",
        strategy: "serial",
        steps: chosen.map((node) => ({ name: node, work: { name, node, parameters } })),
      },
    ],
    request: { nodes: chosen, ...choice },
    async check() {
      const { signal } = new AbortController();
      const { member, view } = await anyMember(maintained, signal);
      chosenTables(view.keySpaces, await tablesOf(member, view.keySpaces, { signal }), choice);
    },
  };
}
