import type { Changes } from "../machine/machine.ts";
import { restController } from "./at-rest.ts";
import type { EffectContext } from "./context.ts";
import { disruptionController } from "./disruptions.ts";
import { nodeController } from "./nodes.ts";
import { permissionController } from "./permissions.ts";
import { sidecarController } from "./sidecars.ts";
import { workController } from "./works.ts";

/** The controllers of an instance. They act on changes that are stored. */
export interface Effects {
  reconcile(changes: Changes): void;
  close(): void;
}

export function openEffects(context: EffectContext): Effects {
  const nodes = nodeController(context);
  const permissions = permissionController(context);
  const disruptions = disruptionController(context);
  const sidecars = sidecarController(context);
  const works = workController(context, sidecars.run);
  const rest = restController(context);
  return {
    reconcile: (changes) => {
      for (const node of changes.nodes) {
        nodes.reconcile(node);
        sidecars.reconcile(node);
      }
      permissions.reconcile();
      disruptions.reconcile();
      works.reconcile(changes.steps);
      rest.reconcile();
    },
    close: () => {
      nodes.close();
      permissions.close();
      disruptions.close();
      sidecars.close();
      works.close();
      rest.close();
    },
  };
}
