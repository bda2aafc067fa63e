import { type Layout, proposeBalance } from "@reeve/orchestrator";
import type { Measure } from "./measure.ts";

const BROKERS = 100;

/** Brokers that were added and have nothing yet. */
const NEW = 20;

const thousand = layoutOf(1000);
const hundredThousand = layoutOf(100_000);

export const measures: readonly Measure[] = [
  {
    // First, because what is measured is the most that this program has ever had.
    name: "memory after a balance of 100000 partitions on 100 brokers",
    against: "before it",
    unit: "MB",
    rounds: 1,
    sample: async () => {
      const floor = mostMegabytes();
      proposeBalance(hundredThousand, {});
      return { subject: mostMegabytes(), floor };
    },
  },
  {
    name: "a balance of 100000 partitions on 100 brokers, proposed",
    against: "one of 1000",
    goal: 150,
    subject: () => proposeBalance(hundredThousand, {}),
    floor: () => proposeBalance(thousand, {}),
  },
];

function mostMegabytes(): number {
  return process.resourceUsage().maxRSS / 2 ** 10;
}

/** Three copies each, on brokers and with sizes that the same formula always gives. */
function layoutOf(count: number): Layout {
  let seed = 7;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const used = BROKERS - NEW;
  return {
    brokers: Array.from({ length: BROKERS }, (_, id) => ({
      id,
      agent: `agent-${id % 10}`,
      isRunning: true,
      isLeaving: false,
      disk: 1e13,
    })),
    partitions: Array.from({ length: count }, (_, at) => {
      const first = Math.floor(random() * used);
      const replicas = [
        first,
        (first + 1 + Math.floor(random() * 3)) % used,
        (first + 5 + Math.floor(random() * 3)) % used,
      ];
      const bytes = Math.floor(1e9 * random() ** 3);
      const place = { topic: `topic-${Math.floor(at / 50)}`, number: at % 50 };
      return { ...place, replicas, isr: replicas, minInSync: 1, leader: first, joins: [], leaves: [], bytes };
    }),
  };
}
