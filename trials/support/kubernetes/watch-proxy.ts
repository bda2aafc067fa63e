import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from "node:http";
import { Agent, type RequestOptions, request } from "node:https";
import { fromKubeconfig } from "@reeve/runtime-kubernetes";

/** A server between the service and the API server, which can end and hold back watches. All other requests are passed on. */
export interface WatchProxy {
  readonly url: string;
  /** The number of watches that the API server has refused with 410, because their resource version has expired. */
  readonly expired: number;
  /** The number of requests that were passed on, without watches and renewals of leases. */
  readonly requests: number;
  /** Ends all watches in the regular way, and holds back new ones until `pass`. */
  hold(): void;
  pass(): void;
  close(): void;
}

export async function openWatchProxy(kubeconfig: string): Promise<WatchProxy> {
  const { server, options } = await fromKubeconfig(kubeconfig);
  const { hostname, port } = new URL(server);
  const { ca, headers: credentials } = ((await options?.()) ?? {}) as RequestOptions;
  const agent = new Agent({ keepAlive: true, ca });
  const watches = new Set<ServerResponse>();
  let held: (() => void)[] | undefined;
  let expired = 0;
  let requests = 0;

  const proxy = createServer((request, answer) => {
    const isWatch = request.url?.includes("watch=true") ?? false;
    if (!isWatch && !request.url?.includes("/leases/")) requests++;
    if (isWatch && held) held.push(() => pass(request, answer, isWatch));
    else pass(request, answer, isWatch);
  });

  function pass(requested: IncomingMessage, answer: ServerResponse, isWatch: boolean): void {
    const { method, url: path, headers } = requested;
    const sent = request({ agent, hostname, port, method, path, headers: { ...headers, ...(credentials as OutgoingHttpHeaders) } });
    const fail = () => answer.destroy();
    sent.on("error", fail);
    sent.on("response", (got) => {
      answer.writeHead(got.statusCode ?? 500, got.headers);
      if (!isWatch) return void got.pipe(answer);
      watches.add(answer);
      got.on("error", fail);
      got.on("data", (chunk) => {
        if (!watches.has(answer)) return;
        if (got.statusCode === 410 || String(chunk).includes('"code":410')) expired++;
        answer.write(chunk);
      });
      got.on("end", () => watches.delete(answer) && answer.end());
    });
    answer.on("close", () => {
      watches.delete(answer);
      sent.destroy();
    });
    requested.pipe(sent);
  }

  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port: own } = proxy.address() as { readonly port: number };
  return {
    url: `http://127.0.0.1:${own}`,
    get expired() {
      return expired;
    },
    get requests() {
      return requests;
    },
    hold: () => {
      held ??= [];
      for (const answer of [...watches]) {
        watches.delete(answer);
        answer.end();
      }
    },
    pass: () => {
      const waiting = held ?? [];
      held = undefined;
      for (const each of waiting) each();
    },
    close: () => {
      proxy.closeAllConnections();
      proxy.close();
      agent.destroy();
    },
  };
}
