import { startEventServers } from "./event-process.ts";
import type { Measure } from "./measure.ts";

/** The number of watchers of each server, and the number of events in a round. */
const WATCHERS = 500;
const EVENTS = 10;

const servers = await startEventServers(WATCHERS);

export const measures: readonly Measure[] = [
  {
    name: `an event to a watcher, ${WATCHERS} watchers`,
    against: "node:http that writes the same bytes (CPU time)",
    goal: 1.2,
    rounds: 41,
    sample: async () => {
      const each = async (to: "reeve" | "bare") => (await servers.cost(to, EVENTS)) / EVENTS / WATCHERS;
      return { subject: await each("reeve"), floor: await each("bare") };
    },
  },
];

export const close = (): void => servers.close();
