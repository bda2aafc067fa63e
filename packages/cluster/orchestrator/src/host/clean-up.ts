import { reasonOf } from "../reason.ts";
import type { Agents } from "../runtime.ts";
import type { Host } from "./host.ts";
import type { RemovalOptions } from "./removal.ts";
import { endAll, type Running } from "./stop-tasks.ts";

/** Timeout in milliseconds for deleting a volume, and for removing the other objects that an instance has in the runtime. */
const MAX_DELAY = 60_000;

/** The number of volumes that are deleted at the same time. */
const AT_ONCE = 8;

/** What is known of the parts of an instance that the runtime still has. */
export interface Remains {
  readonly host: Host;
  readonly options: RemovalOptions;
  /** Aborted when the service closes. */
  readonly signal: AbortSignal;
  /** The volumes that are deleted. */
  readonly deleted: Set<string>;
  /** The tasks that have not ended. */
  running: Running;
  agents: Agents | undefined;
  /** The end of the instance's controllers and tasks, once it was requested. */
  stopping: Promise<Agents> | undefined;
  unwatch: (() => void) | undefined;
  /** Why the runtime itself cannot remove something, as it reports. */
  runtimeReasons: readonly string[];
  /** Whether the runtime has nothing of the instance any more, so that only its stored state is left. */
  isClean: boolean;
}

/** Stops the instance's tasks, and returns its agents. */
export function stopped(remains: Remains): Promise<Agents> {
  remains.stopping ??= remains.host.retire(remains.signal).then(
    ({ agents, running }) => {
      remains.running = running;
      remains.agents = agents;
      remains.unwatch = agents.watchTroubles?.((troubles) => {
        remains.runtimeReasons = troubles;
        remains.options.changed();
      });
      return agents;
    },
    (error) => {
      remains.stopping = undefined;
      throw error;
    },
  );
  return remains.stopping;
}

/**
 * Ends the tasks, deletes the volumes, then the other objects that the instance has in the runtime. Returns why something is still there.
 */
export async function cleanUpInstance(remains: Remains, isRepeated: boolean): Promise<readonly string[]> {
  const { signal, host } = remains;
  const { clock, log } = remains.options;
  let agents: Agents;
  try {
    agents = await stopped(remains);
  } catch (error) {
    return [`its runtime cannot be used: ${reasonOf(error)}`];
  }
  if (signal.aborted) return [];
  if (isRepeated) {
    const { running } = remains;
    const still = await endAll([...running.keys()], 0, agents, clock, log);
    // A runtime does not repeat a reason that has not changed.
    remains.running = new Map([...still].map(([task, reason]) => [task, reason || (running.get(task) ?? "")]));
  }
  const left = [
    ...oneOf([...remains.running].map(([task, reason]) => `the task ${task} has not ended${reason && `: ${reason}`}`)),
    ...oneOf(await deleteVolumes(remains, agents)),
  ];
  if (left.length > 0 || signal.aborted) return left;
  try {
    await withinTime(signal, (limit) => agents.end?.(limit));
  } catch (error) {
    return [`the objects of the service in its runtime cannot be removed: ${reasonOf(error)}`];
  }
  remains.isClean = true;
  remains.unwatch?.();
  remains.runtimeReasons = [];
  const instance = host.machine.state.record.name;
  await agents
    .close()
    .catch((error) => log("warn", "a runtime could not be closed", { instance, reason: reasonOf(error) }));
  return [];
}

/** Deletes several volumes at a time, because a volume of a cluster takes a second or more. Returns why volumes are still there. */
async function deleteVolumes({ host, signal, deleted }: Remains, agents: Agents): Promise<readonly string[]> {
  const left: string[] = [];
  const waiting = [...host.machine.state.nodes.values()]
    .flatMap(({ record }) => [...Object.values(record.volumes), ...record.left])
    .filter((volume) => !deleted.has(volume))
    .values();
  const work = async () => {
    for (const volume of waiting) {
      if (signal.aborted) return;
      try {
        await withinTime(signal, (limit) => agents.deleteVolume(volume, limit));
        deleted.add(volume);
      } catch (error) {
        left.push(`the volume ${volume} cannot be deleted: ${reasonOf(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return left;
}

/** Ends in time even if the runtime ignores the signal. */
async function withinTime(signal: AbortSignal, work: (limit: AbortSignal) => Promise<void> | undefined): Promise<void> {
  signal.throwIfAborted();
  const late = AbortSignal.timeout(MAX_DELAY);
  const limit = AbortSignal.any([signal, late]);
  const { promise, reject } = Promise.withResolvers<never>();
  const cancel = () => reject(late.aborted ? new Error("the runtime does not answer") : limit.reason);
  limit.addEventListener("abort", cancel, { once: true });
  try {
    await Promise.race([work(limit), promise]);
  } finally {
    limit.removeEventListener("abort", cancel);
  }
}

/** One reason is enough: of 3,000 volumes, the same reason would be shown 3,000 times. */
function oneOf([reason, ...others]: readonly string[]): readonly string[] {
  if (reason === undefined) return [];
  return [others.length === 0 ? reason : `${reason} (and ${others.length} more)`];
}
