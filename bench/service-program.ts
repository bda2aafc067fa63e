import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { temporaryFolder } from "../apps/service/test/running.ts";
import { spawnReeve } from "../apps/service/test/spawned.ts";

/** The service as a program of its own, with one instance of a real engine. */
export interface ServiceProgram {
  readonly pid: number;
  readonly url: string;
  readonly token: string;
  /** Sends a request and returns the text of the answer. */
  send(method: string, path: string, body?: object): Promise<string>;
  /** Resolves when a plan of the instance is complete. */
  complete(plan: string, interval: number): Promise<void>;
  /** Changes the memory of all nodes, which restarts them one after another; resolves when the last one serves again. */
  roll(): Promise<void>;
  end(): Promise<void>;
}

/**
 * Milliseconds between two reads of a rollout's plan. With a shorter interval, the reads would slow down the nodes that start meanwhile.
 */
const ROLLOUT_POLL = 100;

/** Starts the service and resolves when the instance is deployed. */
export async function startService(name: string, memory: number, instance: (memory: number) => object): Promise<ServiceProgram> {
  const folder = temporaryFolder();
  const definition = join(folder.path, "definition.json");
  const defined = () => ({ services: { [name]: instance(memory) } });
  writeFileSync(definition, JSON.stringify(defined()));
  const reeve = await spawnReeve("--state", join(folder.path, "state"), "--definition", definition);
  const { url, token } = reeve;

  async function ask(method: string, path: string, body?: object) {
    const headers = { authorization: `token=${token}`, ...(body && { "content-type": "application/json" }) };
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { answer, text: await answer.text() };
  }

  async function send(method: string, path: string, body?: object) {
    const { answer, text } = await ask(method, path, body);
    if (!answer.ok) throw new Error(text);
    return text;
  }

  async function complete(plan: string, interval: number) {
    for (;;) {
      const { answer, text } = await ask("GET", `/reeve/v1/services/${name}/plans/${plan}`);
      if (answer.status === 200) return;
      // The plan exists a moment after the instance, and a plan that goes on answers 202 or 503.
      if (![202, 404, 503].includes(answer.status) || text.includes('"ERROR"')) throw new Error(text);
      await sleep(interval);
    }
  }

  await complete("deploy", ROLLOUT_POLL);
  return {
    pid: reeve.child.pid ?? 0,
    url,
    token,
    send,
    complete,
    async roll() {
      memory += 2;
      await send("POST", "/reeve/v1/deploy", defined());
      await complete("deploy", ROLLOUT_POLL);
    },
    async end() {
      reeve.signal("SIGTERM");
      await reeve.ended();
      folder[Symbol.dispose]();
    },
  };
}
