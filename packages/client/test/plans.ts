import type { Plan } from "@reeve/scheduler-models";

/** A plan of one phase, by the statuses of its steps: `{ "broker-0": "COMPLETE" }`. */
export function planOf(status: string, steps: Readonly<Record<string, string>>, more: Partial<Plan> = {}): Plan {
  return {
    status,
    errors: [],
    phases: [
      {
        id: "phase",
        name: "Deploy",
        status,
        steps: Object.entries(steps).map(([name, each]) => ({
          id: name,
          name,
          status: each,
          message: `${name} is ${each}`,
        })),
      },
    ],
    ...more,
  };
}
