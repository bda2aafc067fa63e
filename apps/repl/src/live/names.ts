import type { ClientDescription } from "@reeve/client";
import { routeTextsOf } from "@reeve/contract";
import type { OwnNode, Plan } from "@reeve/scheduler-models";
import { runInBackground } from "./background.ts";

/** The names of things in a cluster, for completion. */
export interface Names {
  /**
   * Returns the values that exist for an input field. The promise resolves after at most `within` milliseconds; values that arrive later
   * are used for the next completion.
   */
  of(field: string, within: number): Promise<readonly string[]>;
  /** Drops the cached names; called after a call that may have changed the names. */
  forget(): void;
}

/** Maximum age in milliseconds of cached names. */
const FRESH = 5_000;

/** Timeouts in milliseconds of a request in the background. If the request fails, the next use sends a new request. */
const TIMEOUTS = { timeout: 2_000, totalTimeout: 3_000 };

/** Requests names with read operations, and caches them for a while. Concurrent callers share one request. */
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
    case "topics":
      return texts(await read("topics.list"));
    case "brokers":
    case "away_from":
      return brokersIn(await read("nodes.list"));
    case "broker":
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

/** The names of nodes in the steps of a plan, for services that do not list their nodes. */
function nodesIn(answer: unknown): readonly string[] {
  if (Array.isArray(answer)) return texts(answer);
  const steps = phasesIn(answer).flatMap(({ steps }) => steps.map(({ name }) => name));
  return [...new Set(steps)].filter((name) => /^node-\d+$/.test(name));
}

function brokersIn(answer: unknown): readonly string[] {
  const nodes = Array.isArray(answer) ? (answer as readonly OwnNode[]) : [];
  return nodes.flatMap(({ node }) => (/^broker-\d+$/.test(node) ? [node] : []));
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
