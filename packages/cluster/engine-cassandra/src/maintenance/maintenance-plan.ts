import { chosenTables, planOfMaintenance } from "@reeve/backups";
import type { WorkPlan } from "@reeve/orchestrator/engine";
import type { MaintenanceRequest } from "@reeve/wide-column-models";
import { anyMember, type Maintained } from "./maintained.ts";
import { tablesOf } from "./tables.ts";

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
