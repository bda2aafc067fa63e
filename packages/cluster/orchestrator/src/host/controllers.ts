import { openEffects } from "../effects/effects.ts";
import { resetWorks } from "../machine/maintenance.ts";
import { specOf } from "../machine/node.ts";
import { dropStraySidecars } from "../machine/sidecars.ts";
import { reasonOf } from "../messages.ts";
import { taskSpecOf } from "../pod-specs.ts";
import type { Agents } from "../runtime.ts";
import { settingSecrets } from "../secret-settings.ts";
import { type Host, onEvent, openedBy, showChanges } from "./host.ts";
import { openAgents } from "./opening.ts";
import { type Running, stopTasks } from "./stop-tasks.ts";

/** What is left of a host that was retired. */
interface RetiredHost {
  readonly agents: Agents;
  /** The tasks that have not ended in time. */
  readonly running: Running;
}

/** Interval in milliseconds at which waiting steps are tried again, because some obstacles disappear with time. */
const RETRY_INTERVAL = 5000;

/** Starts the controllers. */
export function beginControllers(host: Host): void {
  const { machine, state, clock, log } = host;
  const opened = openedBy(host);
  host.effects = openEffects({
    ...{ machine, ...opened, clock, log },
    settingSecrets: ({ record }, { task, configuration }) => {
      const files = taskSpecOf(specOf(state, record.podType, configuration), task)?.["config-files"];
      const { definition } = state.configurations.get(configuration) ?? state.record;
      return settingSecrets(files, definition, host, opened.agents);
    },
    event: (happen) => onEvent(host, happen),
  });
  onEvent(host, () => {
    resetWorks(machine);
    dropStraySidecars(machine);
  });
  for (const node of state.nodes.values()) machine.changes.nodes.add(node);
  for (const plan of state.plans.values()) for (const step of plan.active) machine.changes.steps.add(step);
  const unwatchTroubles = opened.agents.watchTroubles?.((reasons) => {
    host.troubles = reasons;
    showChanges(host);
  });
  if (unwatchTroubles) host.unwatchTroubles = unwatchTroubles;
  retryLater(host);
}

function retryLater(host: Host): void {
  host.cancelRetry = host.clock.after(RETRY_INTERVAL, () => {
    if (host.state.held.size > 0) onEvent(host, () => undefined);
    retryLater(host);
  });
}

/** Ends the controllers. */
function endControllers(host: Host): void {
  host.cancelRetry();
  host.effects?.close();
  host.effects = undefined;
  host.unwatch();
  host.unwatchTroubles();
}

/** Ends the controllers and stores the state; stops all tasks before if they are to be stopped. */
export async function closeHost(host: Host, tasks: "stop" | "leave"): Promise<void> {
  const { machine, clock, log, opened } = host;
  endControllers(host);
  if (!opened) return;
  if (tasks === "stop") await stopTasks(machine, opened.agents, clock, log);
  storeLast(host);
  try {
    await opened.cluster.close();
  } finally {
    await opened.agents.close();
  }
}

/**
 * For the removal of the instance: stops the controllers and all tasks, closes the engine, and hands over the agents. A host that is not
 * open opens only the runtime for this; the signal ends the wait for a runtime that cannot be opened. Afterwards, the host can no longer
 * be used.
 */
export async function retireHost(host: Host, signal: AbortSignal): Promise<RetiredHost> {
  const { name, machine, clock, log, opened } = host;
  host.isRetired = true;
  endControllers(host);
  const agents = opened?.agents ?? (await openForTheEnd(host, signal));
  const running = await stopTasks(machine, agents, clock, log);
  storeLast(host);
  await opened?.cluster.close().catch((error) => log("warn", "an engine could not be closed", { instance: name, reason: reasonOf(error) }));
  return { agents, running };
}

function storeLast(host: Host): void {
  host.committer.soon(host.writer);
  host.committer.settle();
  host.opened = undefined;
}

/** Opens the runtime only to end what still runs. The engine is not needed for this, so its failures cannot prevent a removal. */
async function openForTheEnd(host: Host, signal: AbortSignal): Promise<Agents> {
  const agents = await openAgents(host, signal);
  try {
    await agents.adopt([...host.state.tasks.keys()]);
    return agents;
  } catch (error) {
    await agents.close();
    throw error;
  }
}
