import { setTimeout as sleep } from "node:timers/promises";
import { type ServiceProgram, until } from "./service-program.ts";

/** Timeout in milliseconds of a plan after a kill, long enough for a busy machine. */
export const WELL_WITHIN = 900_000;

export interface RandomKills {
  readonly service: ServiceProgram<unknown>;
  /** The number of processes when all nodes are running. */
  readonly running: number;
  readonly kills: number;
  readonly random: () => number;
  /** The changes that an operator may request, which are requested in turn. */
  readonly changes: Readonly<Record<string, (round: number) => Promise<unknown>>>;
  /** The names of maintenance plans. If a kill ends such a plan, the maintenance is requested again, as an operator would. */
  readonly maintenance?: ReadonlySet<string>;
}

/**
 * Does this `kills` times: requests a change, kills the service or a node in the middle of it, and waits until every plan is complete.
 * Returns the tasks that ever ran twice at the same time.
 */
export async function killAtRandom(input: RandomKills): Promise<readonly string[]> {
  const { service, running, kills, random, changes } = input;
  const twice = new Set<string>();
  let isOver = false;
  const watcher = (async () => {
    for (; !isOver; await sleep(100)) {
      for (const [task, pids] of service.processes()) if (pids.length > 1) twice.add(`${task}: ${pids.join(", ")}`);
    }
  })();
  const names = Object.keys(changes);
  try {
    for (let round = 0; round < kills; round++) {
      const name = names[round % names.length] ?? "";
      const change = async () => changes[name]?.(round);
      const begun = Date.now();
      await change();
      await sleep(random() * 20_000);
      const killed = await killSomething(service, random);
      await well(input, running, change);
      console.log(`${round + 1}: ${name}, killed ${killed}, well after ${Math.round((Date.now() - begun) / 1000)} s`);
    }
  } finally {
    isOver = true;
    await watcher;
  }
  return [...twice];
}

async function killSomething(service: ServiceProgram<unknown>, random: () => number): Promise<string> {
  if (random() < 0.4) {
    await service.kill();
    await sleep(random() * 2000);
    await service.start();
    return "service";
  }
  const running = [...service.processes()];
  const [task = "nothing", [pid = 0] = []] = running[Math.floor(random() * running.length)] ?? [];
  if (pid > 0) process.kill(pid, "SIGKILL");
  return task;
}

/** Waits until every plan is complete. Maintenance that a kill has ended, or that waits for its keys, is requested again. */
async function well({ service, maintenance }: RandomKills, running: number, again: () => Promise<unknown>): Promise<void> {
  const isWell = async () => {
    const all = await plansOf(service);
    const stopped = all.find(({ name, status }) => maintenance?.has(name) && (status === "ERROR" || status === "WAITING"));
    if (stopped) await again().catch(() => undefined);
    return all.every(({ status }) => status === "COMPLETE") && service.processes().size === running;
  };
  await until(isWell, WELL_WITHIN).catch(async (error: Error) => {
    const texts = (await plansOf(service)).map(({ text }) => text);
    throw new Error([error.message, ...texts, [...service.processes().keys()].join(", ")].join("\n"));
  });
}

interface PlanSeen {
  readonly name: string;
  readonly status: string;
  readonly text: string;
}

/** The plans of the first instance, with their status. */
export async function plansOf(service: ServiceProgram<unknown>): Promise<readonly PlanSeen[]> {
  const send = async (path: string) => {
    const headers = { authorization: `token=${service.token}` };
    return (await fetch(`${service.url}/reeve/v1/services/${service.name}/plans${path}`, { headers })).json();
  };
  const names = (await send("")) as readonly string[];
  return Promise.all(
    names.map(async (name) => {
      const plan = (await send(`/${name}`)) as { readonly status: string };
      return { name, status: plan.status, text: JSON.stringify(plan) };
    }),
  );
}
