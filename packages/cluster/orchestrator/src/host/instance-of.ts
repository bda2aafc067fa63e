import type { Instance, PlanCommand } from "../instance.ts";
import { control } from "../machine/control.ts";
import { planNames } from "../machine/plan-run.ts";
import { textOfPlan, viewOfPlan } from "../machine/view.ts";
import type { Host } from "./host.ts";
import { maintenanceOf } from "./maintenance-of.ts";
import { nodesOf } from "./nodes-of.ts";

/** Returns an instance's public interface, which the service exposes. */
export function instanceOf(host: Host): Instance {
  const { machine, engine, runtime } = host;
  const { state } = machine;
  const { record } = state;
  const opened = () => {
    if (!host.opened) throw new Error(`${record.name} is closed`);
    return host.opened;
  };
  return {
    name: record.name,
    kind: record.definition.kind,
    get definition() {
      return record.definition;
    },
    engine: {
      name: engine.name,
      simulated: engine.simulated,
      ...(engine.version !== undefined && { version: engine.version }),
    },
    get notes() {
      return engine.notes?.(record.definition) ?? [];
    },
    get troubles() {
      return host.troubles;
    },
    get certificateEnds() {
      return host.certificateEnds;
    },
    get clientTls() {
      return engine.clientTls?.(record.definition) ?? false;
    },
    runtime: {
      name: runtime.name,
      simulated: runtime.simulated,
      outlivesService: runtime.outlivesService === true,
      get agents() {
        return opened().agents.count;
      },
    },
    configurations: {
      ids: () => [...state.configurations.keys()],
      get: (id) => state.configurations.get(id),
      target: () => {
        const target = state.configurations.get(record.target);
        if (!target) throw new Error(`${record.name} has no target configuration`);
        return target;
      },
    },
    plans: {
      names: () => planNames(state),
      get: (name) => {
        host.settled();
        const plan = state.plans.get(name);
        return plan && viewOfPlan(plan);
      },
      text: (name) => {
        host.settled();
        const plan = state.plans.get(name);
        return plan && textOfPlan(plan);
      },
      control: (command: PlanCommand) => ({ changed: host.request(() => control(machine, command)) }),
    },
    nodes: nodesOf(host, (podType) => !state.internal.has(podType)),
    allNodes: nodesOf(host, () => true),
    get administration() {
      return opened().cluster.administration;
    },
    maintenance: maintenanceOf(host),
    watch: host.watch,
  };
}
