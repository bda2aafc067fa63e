/** A cluster as a function: it answers by method and path, and records the requests. */
export interface TestCluster {
  readonly url: string;
  readonly fetch: typeof globalThis.fetch;
  /** `GET /topics`, below the service. */
  readonly asked: readonly string[];
}

type Answer = Response | readonly [status: number, body?: unknown];

/** Makes a cluster. `answer` is given `GET /topics?name=x`; paths are relative to the service's own. */
export function cluster(answer: (asked: string, count: number) => Answer | Promise<Answer>): TestCluster {
  const asked: string[] = [];
  return {
    url: "https://cluster.example",
    asked,
    fetch: async (input, init) => {
      const { method, url } = new Request(input, init);
      const { pathname, search } = new URL(url);
      const line = `${method} ${pathname.replace(/^\/service\/[^/]+\/v1/, "")}${search}`;
      asked.push(line);
      const given = await answer(line, asked.filter((each) => each === line).length);
      if (given instanceof Response) return given;
      const [status, body = null] = given;
      if (body === null) return new Response(null, { status });
      const text = typeof body === "string";
      return new Response(text ? body : JSON.stringify(body), {
        status,
        headers: { "content-type": text ? "text/plain" : "application/json" },
      });
    },
  };
}
