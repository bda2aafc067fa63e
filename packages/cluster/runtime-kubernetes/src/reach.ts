import { lookup } from "node:dns/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { ReeveError } from "@reeve/contract";
import type { Address, Program } from "@reeve/orchestrator/runtime";
import type { ApiClient } from "./api/client.ts";
import { isRefusal } from "./api/failure.ts";
import { type Forwarded, listenLocally } from "./listen.ts";

export interface ReachOptions {
  readonly client: ApiClient;
  /** The DNS domain of the cluster. */
  readonly domain: string;
  /** Returns the name of the pod that runs at a host now. */
  podAt(host: string): string | undefined;
  /** Called once, when it turns out that names of the cluster do not resolve on this machine. */
  isFar(): void;
}

/** Milliseconds after which names that did not resolve are looked up again, because the cluster's DNS may have been away. */
const AGAIN = 10_000;

/** Milliseconds from a failed connection to the next: engines ask often, and each starts a program in the container. */
const PAUSE = 300;

/** Milliseconds for which a silent API server delays the use of a port. Its connections then fail by themselves. */
const MAX_WAIT = 3000;

/** Opens local ports on demand. The API server passes each connection on to the pod that then runs at the address. */
export function openReach({ client, domain, podAt, isFar }: ReachOptions) {
  const opened = new Map<string, Promise<Forwarded>>();
  const closing = new AbortController();
  let looked = { at: -Infinity, isNear: Promise.resolve(false) };
  let isPermitted = false;
  let isTold = false;

  /** Whether names of the cluster resolve here. The name of a node alone would not show this: it resolves only while the node runs. */
  function isNear(host: string): Promise<boolean> {
    if (performance.now() - looked.at < AGAIN) return looked.isNear;
    const isNear = look(host);
    looked = { at: performance.now(), isNear };
    return isNear;
  }

  async function look(host: string): Promise<boolean> {
    const matches = await Promise.all([`kubernetes.default.svc.${domain}`, host].map(resolves));
    if (matches.includes(true)) looked.at = Infinity;
    else if (!isTold) isFar();
    isTold ||= !matches.includes(true);
    return matches.includes(true);
  }

  async function connect({ host, port }: Address, signal: AbortSignal): Promise<Program> {
    const pod = podAt(host);
    if (pod === undefined) throw new Error(`there is no pod at ${host}`);
    return client.exec(pod, connectCommand(port), signal);
  }

  /** Tries a connection until one has been permitted. Whether a node answers on it does not matter. */
  async function expectPermitted(address: Address): Promise<void> {
    if (isPermitted) return;
    try {
      (await connect(address, AbortSignal.any([closing.signal, AbortSignal.timeout(MAX_WAIT)]))).close();
      isPermitted = true;
    } catch (error) {
      if (isRefusal(error, 403)) throw notPermitted(error.message);
    }
  }

  function listen(address: Address): Promise<Forwarded> {
    let failedAt = -Infinity;
    return listenLocally({
      connect: async (signal) => {
        const wait = failedAt + PAUSE - performance.now();
        if (wait > 0) await sleep(wait, undefined, { signal });
        return connect(address, signal);
      },
      failed: (error) => {
        failedAt = performance.now();
        if (isRefusal(error, 403)) isPermitted = false;
      },
    });
  }

  return {
    /** Resolves with the address, or a local port that leads to it. Rejects with `conflict` if no connections are permitted. */
    async to(address: Address): Promise<Address> {
      if (await isNear(address.host)) return address;
      await expectPermitted(address);
      const key = `${address.host}:${address.port}`;
      const opening = opened.get(key) ?? listen(address);
      opened.set(key, opening);
      opening.catch(() => opened.delete(key));
      return { host: "127.0.0.1", port: (await opening).port };
    },
    async close(): Promise<void> {
      closing.abort();
      for (const each of opened.values()) await (await each.catch(() => undefined))?.close();
    },
  };
}

/**
 * Returns the command that connects its standard input and output to a port of the container that it runs in. The API server's own
 * forwarding of ports (`pods/portforward`) connects to the loopback address of the pod, where nodes do not listen.
 */
const connectCommand = (port: number) => ["/bin/sh", "-c", `exec nc "$(hostname -i)" ${port}`];

function notPermitted(message: string): ReeveError {
  return new ReeveError(
    "conflict",
    `the service runs outside the cluster, and lacks the permission for pods/exec (get and create), with which it connects to nodes: ${message}`,
  );
}

async function resolves(host: string): Promise<boolean> {
  return lookup(host).then(
    () => true,
    () => false,
  );
}
