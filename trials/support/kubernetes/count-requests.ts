import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import { loadavg } from "node:os";

/** What the requests to the API server and the processor time of this process were, up to the launch of a node. */
interface Moment {
  readonly at: number;
  readonly cpu: number;
  /** The part of `cpu` that the operating system used, for example to write to the disk. */
  readonly system: number;
  readonly requests: ReadonlyMap<string, number>;
}

/** Requests that depend on time and not on steps: renewals of leases, and watches that begin again. */
const REGULAR = /leases|watch/;

/** How much more the last tenth of the launches cost than the cheapest of the tenths 2 to 4. The first tenth also warms up the program. */
interface Growth {
  readonly processor: number;
  readonly requests: number;
}

/**
 * Counts the requests of this process to an API server. `table` prints the requests and the processor time for each launch since the last
 * call, for each tenth of the launches.
 */
export function countRequests(): { table(what: string): Growth } {
  const requests = new Map<string, number>();
  let moments: Moment[] = [];
  const moment = (): Moment => {
    const { user, system } = process.cpuUsage();
    return {
      at: performance.now(),
      cpu: (user + system) / 1000,
      system: system / 1000,
      requests: new Map(requests),
    };
  };
  moments.push(moment());
  subscribe("http.client.request.start", (message) => {
    const { method, path } = (message as { readonly request: ClientRequest }).request;
    const resource = /\/namespaces\/[^/]+\/([a-z]+)/.exec(path)?.[1];
    if (resource === undefined) return;
    const name = `${path.includes("watch=true") ? "watch" : method} ${resource}`;
    requests.set(name, (requests.get(name) ?? 0) + 1);
    if (name === "POST pods") moments.push(moment());
  });
  return {
    table(what) {
      const [first, ...rest] = [...moments, moment()];
      moments = [moment()];
      const launches = rest.length - 1;
      console.log(`${what}: ${launches} launches (load ${loadavg()[0]?.toFixed(1)})`);
      console.log(
        "| launches | s | ms of processor for each | of it in the system | requests for each | which |\n|---|---|---|---|---|---|",
      );
      const costs: { readonly processor: number; readonly requests: number }[] = [];
      for (let tenth = 0; tenth < 10; tenth++) {
        const [from, to] = [tenth, tenth + 1].map((each) => Math.round((each * launches) / 10));
        const [before, after] = [from === 0 ? first : rest[(from ?? 0) - 1], rest[(to ?? 0) - 1]];
        if (!before || !after) continue;
        const count = (to ?? 0) - (from ?? 0);
        const made = [...after.requests]
          .map(([name, number]) => [name, number - (before.requests.get(name) ?? 0)] as const)
          .filter(([name, number]) => number > 0 && !REGULAR.test(name));
        const all = made.reduce((sum, [, number]) => sum + number, 0);
        const cost = (after.cpu - before.cpu) / count;
        costs.push({ processor: cost, requests: all / count });
        const which = made.map(([name, number]) => `${name} ${(number / count).toFixed(2)}`).join(", ");
        console.log(
          `| ${from} to ${to} | ${((after.at - before.at) / 1000).toFixed(1)} | ${cost.toFixed(2)} | ${((after.system - before.system) / count).toFixed(2)} | ${(all / count).toFixed(2)} | ${which} |`,
        );
      }
      const growth = (of: keyof Growth) => (costs.at(-1)?.[of] ?? 0) / Math.min(...costs.slice(1, 4).map((tenth) => tenth[of]));
      return { processor: growth("processor"), requests: growth("requests") };
    },
  };
}
