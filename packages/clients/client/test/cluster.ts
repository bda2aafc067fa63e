/** A cluster as a function: it answers requests by method and path and records them. */
export interface TestCluster {
  readonly url: string;
  readonly fetch: typeof globalThis.fetch;
  /** The requests so far, such as `GET /topics`; the paths begin after the service's own path. */
  readonly asked: readonly string[];
}

type Answer = Response | readonly [status: number, body?: unknown];

/** Makes a cluster. `answer` is called with texts such as `GET /topics?name=x`, whose paths begin after the service's own path. */
export function cluster(answer: (requested: string, count: number) => Answer | Promise<Answer>): TestCluster {
  const requests: string[] = [];
  return {
    url: "https://cluster.example",
    asked: requests,
    fetch: async (input, init) => {
      const { method, url } = new Request(input, init);
      const { pathname, search } = new URL(url);
      const line = `${method} ${pathname.replace(/^\/service\/[^/]+\/v1/, "")}${search}`;
      requests.push(line);
      const value = await answer(line, requests.filter((each) => each === line).length);
      if (value instanceof Response) return value;
      const [status, body = null] = value;
      if (body === null) return new Response(null, { status });
      const text = typeof body === "string";
      return new Response(text ? body : JSON.stringify(body), {
        status,
        headers: { "content-type": text ? "text/plain" : "application/json" },
      });
    },
  };
}
