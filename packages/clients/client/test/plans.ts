import type { Plan } from "@reeve/scheduler-models";

/** Makes a plan with one phase from the statuses of its steps: `{ "broker-0": "COMPLETE" }`. */
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
