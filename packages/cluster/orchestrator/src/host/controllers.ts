import { openEffects } from "../effects/effects.ts";
import { resetWorks } from "../machine/maintenance.ts";
import { specOf } from "../machine/node.ts";
import { dropStraySidecars } from "../machine/sidecars.ts";
import { reasonOf } from "../messages.ts";
import { taskSpecOf } from "../pod-specs.ts";
import type { Agents } from "../runtime.ts";
import { settingSecrets } from "../secret-settings.ts";
import { type HostParts, onEvent, showChanges } from "./host-parts.ts";
import { openAgents } from "./opening.ts";
import { type Running, stopTasks } from "./stop-tasks.ts";

/** What is left of a host that was retired. */
export interface RetiredHost {
  readonly agents: Agents;
  /** The tasks that have not ended in time. */
  readonly running: Running;
}

/** Interval in milliseconds at which waiting steps are tried again, because some obstacles disappear with time. */
const RETRY_INTERVAL = 5000;

/** Starts the controllers. */
export function beginControllers(parts: HostParts): void {
  const { name, machine, state, opened, clock, log } = parts;
  if (!opened) throw new Error(`${name} is not open`);
  parts.effects = openEffects({
    ...{ machine, ...opened, clock, log },
    settingSecrets: ({ record }, { task, configuration }) => {
      const files = taskSpecOf(specOf(state, record.podType, configuration), task)?.["config-files"];
      const { definition } = state.configurations.get(configuration) ?? state.record;
      return settingSecrets(files, definition, parts, opened.agents);
    },
    event: (happen) => onEvent(parts, happen),
  });
  onEvent(parts, () => {
    resetWorks(machine);
    dropStraySidecars(machine);
  });
  for (const node of state.nodes.values()) machine.changes.nodes.add(node);
  for (const plan of state.plans.values()) for (const step of plan.active) machine.changes.steps.add(step);
  const unwatchTroubles = opened.agents.watchTroubles?.((reasons) => {
    parts.troubles = reasons;
    showChanges(parts);
  });
  if (unwatchTroubles) parts.unwatchTroubles = unwatchTroubles;
  retryLater(parts);
}

function retryLater(parts: HostParts): void {
  parts.cancelRetry = parts.clock.after(RETRY_INTERVAL, () => {
    if (parts.state.held.size > 0) onEvent(parts, () => undefined);
    retryLater(parts);
  });
}

/** Ends the controllers. */
function endControllers(parts: HostParts): void {
  parts.cancelRetry();
  parts.effects?.close();
  parts.effects = undefined;
  parts.unwatch();
  parts.unwatchTroubles();
}

/** Ends the controllers and stores the state; stops all tasks before if they are to be stopped. */
export async function closeHost(parts: HostParts, tasks: "stop" | "leave"): Promise<void> {
  const { machine, clock, log, opened } = parts;
  endControllers(parts);
  if (!opened) return;
  if (tasks === "stop") await stopTasks(machine, opened.agents, clock, log);
  storeLast(parts);
  try {
    await opened.cluster.close();
  } finally {
    await opened.agents.close();
  }
}

export async function retireHost(parts: HostParts, signal: AbortSignal): Promise<RetiredHost> {
  const { name, machine, clock, log, opened } = parts;
  parts.isRetired = true;
  endControllers(parts);
  const agents = opened?.agents ?? (await openForTheEnd(parts, signal));
  const running = await stopTasks(machine, agents, clock, log);
  storeLast(parts);
  await opened?.cluster.close().catch((error) => log("warn", "an engine could not be closed", { instance: name, reason: reasonOf(error) }));
  return { agents, running };
}

function storeLast(parts: HostParts): void {
  parts.committer.soon(parts.writer);
  parts.committer.settle();
  parts.opened = undefined;
}

/** Opens the runtime only to end what still runs. The engine is not needed for this, so its failures cannot prevent a removal. */
async function openForTheEnd(parts: HostParts, signal: AbortSignal): Promise<Agents> {
  const agents = await openAgents(parts, signal);
  try {
    await agents.adopt([...parts.state.tasks.keys()]);
    return agents;
  } catch (error) {
    await agents.close();
    throw error;
  }
}
