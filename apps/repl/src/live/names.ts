import type { ClientDescription } from "@reeve/client";
import { routeTextsOf } from "@reeve/contract";
import type { OwnNode, Plan } from "@reeve/scheduler-models";
import { runInBackground } from "./background.ts";

/** The names in a cluster, for completion. */
export interface Names {
  /** The values of an input field that arrive within some milliseconds; later ones are used the next time. */
  of(field: string, within: number): Promise<readonly string[]>;
  /** Drops the names after a change. */
  forget(): void;
}

/** Milliseconds for which names are reused. */
const FRESH = 5_000;

/** Milliseconds to wait before a server that did not answer is asked again. */
const TIMEOUTS = { timeout: 2_000, totalTimeout: 3_000 };

/** Fetches names by reads, one request at a time for each list, and caches them for a while. */
export function createNames(client: ClientDescription, now: () => number = Date.now): Names {
  const known = new Map<string, { readonly names: readonly string[]; readonly at: number }>();
  const asked = new Map<string, Promise<readonly string[]>>();
  let epoch = 0;

  const ask = (field: string): Promise<readonly string[]> => {
    const begun = epoch;
    const names = runInBackground(() => namesFor(client, field))
      .catch(() => [])
      .then((found) => {
        asked.delete(field);
        if (begun === epoch) known.set(field, { names: found, at: now() });
        return found;
      });
    asked.set(field, names);
    return names;
  };
  return {
    of: async (field, within) => {
      const last = known.get(field);
      if (last && now() - last.at < FRESH) return last.names;
      const answer = asked.get(field) ?? ask(field);
      return Promise.race([answer, after(within).then(() => last?.names ?? [])]);
    },
    forget: () => {
      epoch++;
      known.clear();
      asked.clear();
    },
  };
}

async function namesFor(client: ClientDescription, field: string): Promise<readonly string[]> {
  const read = async (...names: readonly string[]): Promise<unknown> => {
    const revision = await client.revision(TIMEOUTS);
    for (const name of names) {
      const [noun = "", verb = ""] = name.split(".");
      const operation = client.api.operations[noun]?.[verb];
      if (operation?.effect !== "read" || routeTextsOf(operation, revision).length === 0) continue;
      return (await client.call(name, {}, TIMEOUTS)).read();
    }
    return undefined;
  };
  switch (field) {
    case "topic":
      return texts(await read("topics.list"));
    case "broker":
    case "brokers":
      return texts((await read("brokers.list")) as { readonly brokers?: unknown } | undefined, "brokers");
    case "node":
    case "nodes":
      return nodesIn(await read("pods.list", "plans.show"));
    case "own-node":
      return ((await read("nodes.list")) as readonly OwnNode[] | undefined)?.map(({ node }) => node) ?? [];
    case "plan": {
      const plans = texts(await read("plans.list"));
      return plans.length > 0 ? plans : ["deploy"];
    }
    case "id":
      return texts(await read("configurations.list"));
    case "phase":
      return phasesIn(await read("plans.show")).map(({ name }) => name);
    case "step":
      return phasesIn(await read("plans.show")).flatMap(({ steps }) => steps.map(({ name }) => name));
    default:
      return [];
  }
}

/** If a service does not list its nodes, the steps of its plan name them. */
function nodesIn(answer: unknown): readonly string[] {
  if (Array.isArray(answer)) return texts(answer);
  const steps = phasesIn(answer).flatMap(({ steps }) => steps.map(({ name }) => name));
  return [...new Set(steps)].filter((name) => /^node-\d+$/.test(name));
}

function phasesIn(answer: unknown): Plan["phases"] {
  return (answer as Plan | undefined)?.phases ?? [];
}

function texts(answer: unknown, field?: string): readonly string[] {
  const list = field === undefined ? answer : (answer as Readonly<Record<string, unknown>> | undefined)?.[field];
  return Array.isArray(list) ? list.filter((each) => typeof each === "string") : [];
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
