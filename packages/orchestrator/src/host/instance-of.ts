import { ReeveError } from "@reeve/contract";
import type { Instance, PlanCommand } from "../instance.ts";
import { control } from "../machine/control.ts";
import { runWorkPlan } from "../machine/maintenance.ts";
import { viewOfNode } from "../machine/node.ts";
import { planNames } from "../machine/plan-run.ts";
import { requestOfNode } from "../machine/request.ts";
import { textOfPlan, viewOfPlan } from "../machine/view.ts";
import { didYouMean } from "../specs/did-you-mean.ts";
import { nodeIdsOf } from "../specs/node-ids.ts";
import type { Host } from "./host.ts";

/** What a service serves of an instance. */
export function instanceOf(host: Host): Instance {
  const { machine, engine, runtime } = host;
  const { state } = machine;
  const { record } = state;
  const opened = () => {
    if (!host.opened) throw new Error(`${record.name} is closed`);
    return host.opened;
  };
  const request = (id: string, type: "restart" | "replace" | "pause") =>
    host.request(() => requestOfNode(machine, id, type));
  return {
    name: record.name,
    kind: record.definition.kind,
    get definition() {
      return record.definition;
    },
    engine: { name: engine.name, simulated: engine.simulated },
    runtime: {
      name: runtime.name,
      simulated: runtime.simulated,
      get agents() {
        return opened().agents.count;
      },
    },
    configurations: {
      ids: () => [...state.configurations.keys()],
      get: (id) => state.configurations.get(id),
      target: () => {
        const target = state.configurations.get(record.target);
        if (!target) throw new Error(`${record.name} has no target`);
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
    nodes: {
      ids: () => {
        const specs = state.configurations.get(record.target)?.podSpecs ?? [];
        return specs.filter(({ type }) => !state.internal.has(type)).flatMap(nodeIdsOf);
      },
      get: (id) => {
        host.settled();
        const node = state.nodes.get(id);
        return node && !state.internal.has(node.record.podType) ? viewOfNode(state, node) : undefined;
      },
      restart: (id) => request(id, "restart"),
      replace: (id) => request(id, "replace"),
      pause: (id) => request(id, "pause"),
      log: async (asked) => {
        const { agents } = opened();
        if (!state.nodes.has(asked.node)) {
          throw new ReeveError("not-found", `no node "${asked.node}"${didYouMean(asked.node, state.nodes.keys())}`);
        }
        if (agents.log) return agents.log(asked);
        throw new ReeveError("not-found", `the nodes of ${record.name} are ${runtime.name}: they print nothing`);
      },
    },
    get administration() {
      return opened().cluster.administration;
    },
    run: (plan) => host.request(() => runWorkPlan(machine, plan)),
    watch: host.watch,
  };
}
