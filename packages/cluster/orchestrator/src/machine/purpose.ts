import type { StepAction } from "../state/records.ts";

/** Describes the action of a step in the recovery plan and the reason for this action, because the step's name contains only the node. */
export function purposeOf(action: StepAction): string | undefined {
  switch (action.type) {
    case "restart":
      return action.hangs ? "restart, because the node did not answer" : "restart, as requested";
    case "replace":
      return action.force ? "replace, as requested with force" : "replace, as requested";
    case "pause":
      return "pause, as requested";
    case "recover":
      return action.because === undefined ? "start again" : `start again: ${action.because}`;
    default:
      return undefined;
  }
}
