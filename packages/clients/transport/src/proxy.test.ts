import { createServer } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer, type Socket, type Server as TcpServer } from "node:net";
import { type Certificates, makeCertificates } from "@reeve/testing/certificates";
import { failureOf } from "@reeve/testing/failure-of";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { change, read } from "../test/exchange.ts";
import { json, startServer } from "../test/server.ts";
import { proxyFor } from "./proxy.ts";
import { createTransport } from "./transport.ts";

describe("the proxy of an address", () => {
  const https = "https://node-1.cluster.example:8443/gateway";

  test("is the one of its kind, small letters first", () => {
    const both = {
      http_proxy: "http://a.example:1",
      https_proxy: "http://b.example:2",
      HTTPS_PROXY: "http://c.example:3",
    };
    expect(proxyFor(https, both)).toEqual({ url: "http://b.example:2", variable: "https_proxy" });
    expect(proxyFor("http://cluster.example", both)).toEqual({ url: "http://a.example:1", variable: "http_proxy" });
    expect(proxyFor(https, { HTTPS_PROXY: "http://c.example:3" })?.variable).toBe("HTTPS_PROXY");
    expect(proxyFor(https, { http_proxy: "http://a.example:1" })).toBeUndefined();
    expect(proxyFor(https, { https_proxy: " " })).toBeUndefined();
  });

  test.each([
    ["proxy.example:3128", "http://proxy.example:3128"],
    ["10.0.0.1:3128", "http://10.0.0.1:3128"],
    ["proxy.example", "http://proxy.example"],
    ["[::1]:3128/", "http://[::1]:3128"],
    ["https://proxy.example:443", "https://proxy.example"],
  ])("may be written %s", (https_proxy, url) => {
    expect(proxyFor(https, { https_proxy })?.url).toBe(url);
  });

  test("has a user and a password, which are not shown", () => {
    for (const https_proxy of ["http://robot:p%40ss@proxy.example:3128", "robot:p%40ss@proxy.example:3128"]) {
      const proxy = proxyFor(https, { https_proxy });
      expect(proxy?.url).toBe("http://proxy.example:3128");
      expect(proxy?.authorization).toBe(`Basic ${Buffer.from("robot:p@ss").toString("base64")}`);
    }
    const lone = proxyFor(https, { https_proxy: "http://robot@proxy.example" });
    expect(lone?.authorization).toBe(`Basic ${Buffer.from("robot:").toString("base64")}`);
  });

  test.each([
    ["http://:pa55@", "https_proxy: it is not the address of a proxy"],
    ["ftp://robot:pa55@proxy.example", "https_proxy: expected an http:// or https:// proxy, received ftp://"],
    [
      "socks5://robot:pa55@proxy.example",
      "https_proxy: expected an http:// or https:// proxy, received a SOCKS proxy, which is not supported",
    ],
  ])("cannot be %s", (https_proxy, message) => {
    expect(() => proxyFor(https, { https_proxy })).toThrow(message);
  });

  test.each([
    ["*", true],
    ["cluster.example", true],
    [".cluster.example", true],
    ["*.cluster.example", true],
    ["other.example, cluster.example", true],
    ["other.example  cluster.example", true],
    ["CLUSTER.example.", true],
    ["cluster.example:8443", true],
    ["cluster.example:443", false],
    ["uster.example", false],
    ["example.cluster", false],
    ["2.cluster.example", false],
    ["", false],
    [",", false],
  ])("is not used for what no_proxy %j excepts: %s", (no_proxy, excepted) => {
    const environment = { https_proxy: "http://proxy.example:3128" };
    expect(proxyFor(https, { ...environment, no_proxy }) === undefined).toBe(excepted);
    expect(proxyFor(https, { ...environment, NO_PROXY: no_proxy }) === undefined).toBe(excepted);
  });

  test("is not used for an address of IPv6 that no_proxy excepts, with or without brackets", () => {
    for (const no_proxy of ["fd00::1", "[fd00::1]", "[fd00::1]:80", "fd00:0:0::1"]) {
      expect(proxyFor("http://[fd00::1]/", { http_proxy: "proxy.example:3128", no_proxy })).toBeUndefined();
    }
    const other = { http_proxy: "proxy.example:3128", no_proxy: "[fd00::1]:80" };
    expect(proxyFor("http://[fd00::1]:81/", other)).toBeDefined();
  });

  test.each([
    ["http://10.1.2.3", "10.0.0.0/8", true],
    ["http://10.1.2.3", "other.example,10.1.0.0/16", true],
    ["http://11.1.2.3", "10.0.0.0/8", false],
    ["http://10.1.2.3", "10.1.2.3/32", true],
    ["http://10.1.2.3", "10.1.2.0/99", false],
    ["http://10.1.2.3", "2.3", false],
    ["http://[fd00::7]", "fd00::/8", true],
    ["http://[fe80::7]", "fd00::/8", false],
    ["http://cluster.example", "10.0.0.0/8", false],
  ])("of %s is not used where no_proxy is %s: %s", (address, no_proxy, excepted) => {
    expect(proxyFor(address, { http_proxy: "proxy.example:3128", no_proxy }) === undefined).toBe(excepted);
  });

  test("is ALL_PROXY where the variable of its kind is not set", () => {
    for (const address of [https, "http://cluster.example"]) {
      expect(proxyFor(address, { ALL_PROXY: "http://a.example:1" })?.variable).toBe("ALL_PROXY");
      expect(proxyFor(address, { ALL_PROXY: "http://a.example:1", all_proxy: "b.example" })?.variable).toBe("all_proxy");
    }
    expect(proxyFor(https, { ALL_PROXY: "http://a.example:1", HTTPS_PROXY: "c.example" })?.variable).toBe("HTTPS_PROXY");
    expect(proxyFor(https, { ALL_PROXY: "http://a.example:1", no_proxy: "cluster.example" })).toBeUndefined();
  });

  test.each(["localhost", "127.0.0.1", "127.9.9.9", "[::1]", "[::ffff:127.0.0.1]"])(
    "is never that of the environment for %s, which is this machine, but one that is given",
    (host) => {
      const environment = { http_proxy: "proxy.example", ALL_PROXY: "proxy.example", no_proxy: "elsewhere.example" };
      expect(proxyFor(`http://${host}:8080`, environment)).toBeUndefined();
      expect(proxyFor(`http://${host}:8080`, environment, "given.example:1")).toEqual({
        url: "http://given.example:1",
        variable: "proxy",
      });
    },
  );

  test("that is given is used whatever the environment says", () => {
    expect(proxyFor(https, { https_proxy: "a.example", no_proxy: "*" }, "b.example")?.url).toBe("http://b.example");
    expect(() => proxyFor(https, {}, "socks5h://b.example")).toThrow("proxy: expected an http:// or https:// proxy");
  });
});

/** A proxy that tunnels, forwards, or answers with a status. */
async function startProxy({ status = 200 } = {}) {
  const seen: { line: string; authorization: string | undefined }[] = [];
  const note = (line: string, headers: Record<string, unknown>) =>
    seen.push({ line, authorization: headers["proxy-authorization"] as string | undefined });
  const server = createServer((request, response) => {
    note(`${request.method} ${request.url}`, request.headers);
    if (status === 200) json(response, 200, ["through the proxy"]);
    else response.writeHead(status).end();
  }).on("connect", (request, socket, head) => {
    note(`CONNECT ${request.url}`, request.headers);
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      return;
    }
    const upstream = connect(Number(request.url?.split(":")[1]), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on("error", () => socket.destroy());
    socket.on("error", () => upstream.destroy());
  });
  const { host, ...disposal } = await listening(server);
  return {
    host,
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await disposal[Symbol.asyncDispose]();
    },
  };
}

async function listening(server: TcpServer) {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe("a call through a proxy", () => {
  let certificates: Certificates;
  beforeAll(async () => {
    certificates = await makeCertificates("cluster.test");
  });
  afterEach(() => vi.unstubAllEnvs());
  /** Only the proxy knows this name, because addresses of this machine are reached without a proxy. */
  const startCluster = async () => {
    const server = await startServer((_, response) => json(response, 200, ["orders"]), certificates);
    return Object.assign(server, { url: server.url.replace("localhost", "cluster.test"), here: server.url });
  };
  const authorization = `Basic ${Buffer.from("robot:pa55").toString("base64")}`;

  test("asks it without a tunnel for an address without TLS", async () => {
    await using proxy = await startProxy();
    vi.stubEnv("http_proxy", `robot:pa55@${proxy.host}`);
    const transport = createTransport({ url: "http://cluster.invalid" });
    expect((await transport.send(read)).body).toEqual(["through the proxy"]);
    expect(proxy.seen).toEqual([{ line: "GET http://cluster.invalid/service/kafka/v1/topics", authorization }]);
    await transport.close();
  });

  test("reaches a cluster with its own authority, and trusts no other", async () => {
    await using cluster = await startCluster();
    await using proxy = await startProxy();
    vi.stubEnv("https_proxy", `http://robot:pa55@${proxy.host}`);
    const transport = createTransport({ url: cluster.url, ca: certificates.ca });
    expect((await transport.send(read)).body).toEqual(["orders"]);
    expect(proxy.seen).toEqual([{ line: `CONNECT ${new URL(cluster.url).host}`, authorization }]);
    expect(cluster.requests[0]?.headers["proxy-authorization"]).toBeUndefined();
    await transport.close();
    const untrusting = createTransport({ url: cluster.url });
    const error = await failureOf(untrusting.send(read));
    expect([error.code, error.context.attempts]).toEqual(["untrusted-certificate", 1]);
    expect(error.message).toContain(`the certificate of ${cluster.url} is signed by`);
    await untrusting.close();
  });

  test("goes past one of the environment to a service of this machine, own authority or not", async () => {
    const own = await makeCertificates("localhost");
    await using secure = await startServer((_, response) => json(response, 200, ["orders"]), own);
    await using plain = await startServer((_, response) => json(response, 200, ["orders"]));
    await using proxy = await startProxy();
    for (const name of ["https_proxy", "http_proxy", "ALL_PROXY"]) vi.stubEnv(name, proxy.host);
    vi.stubEnv("NODE_USE_ENV_PROXY", "1");
    for (const options of [{ url: secure.url, ca: own.ca }, { url: plain.url }]) {
      const transport = createTransport(options);
      expect((await transport.send(read)).body).toEqual(["orders"]);
      await transport.close();
    }
    expect(proxy.seen).toEqual([]);
  });

  test("goes through one that is given, to a service of this machine, too", async () => {
    const own = await makeCertificates("localhost");
    await using cluster = await startServer((_, response) => json(response, 200, ["orders"]), own);
    await using proxy = await startProxy();
    const transport = createTransport({ url: cluster.url, ca: own.ca, proxy: `http://robot:pa55@${proxy.host}` });
    expect((await transport.send(read)).body).toEqual(["orders"]);
    expect(proxy.seen).toEqual([{ line: `CONNECT ${new URL(cluster.url).host}`, authorization }]);
    await transport.close();
  });

  test.each([
    ["when it is asked for a tunnel", (socket: Socket) => socket.once("data", () => socket.end())],
    ["when it is asked for a tunnel, with a reset", (socket: Socket) => socket.once("data", () => socket.resetAndDestroy())],
    ["at once", (socket: Socket) => socket.end()],
    ["within its answer", (socket: Socket) => socket.once("data", () => socket.end("HTTP/1.1 2"))],
  ])("that hangs up %s is asked once for each attempt, and named", async (_, hangUp) => {
    let asked = 0;
    await using proxy = await listening(
      createTcpServer((socket) => {
        asked++;
        hangUp(socket.on("error", () => undefined).resume());
      }),
    );
    vi.stubEnv("ALL_PROXY", proxy.host);
    const quick = { now: Date.now, random: () => 0 };
    const transport = createTransport({ url: "https://cluster.invalid", clock: quick });
    const error = await failureOf(transport.send(read, { totalTimeout: 3_000 }));
    expect([error.code, error.context.attempts, asked]).toEqual(["unreachable", 3, 3]);
    expect(error.message).toMatch(`the proxy http://${proxy.host} (from ALL_PROXY) cannot be reached: `);
    expect((await failureOf(transport.send(change, { totalTimeout: 3_000 }))).context.attempts).toBe(1);
    expect(asked).toBe(4);
    await transport.close();
  });

  test("that hangs up on a request without TLS is named beside the server: either may have done it", async () => {
    await using proxy = await listening(createTcpServer((socket) => socket.on("error", () => undefined).once("data", () => socket.end())));
    vi.stubEnv("http_proxy", proxy.host);
    const transport = createTransport({ url: "http://cluster.invalid", retries: 0 });
    expect((await failureOf(transport.send(read))).message).toMatch(
      `http://cluster.invalid cannot be reached through the proxy http://${proxy.host} (from http_proxy): `,
    );
    await transport.close();
  });

  test.each(["http", "https"] as const)("that is down is its fault, for %s", async (kind) => {
    const gone = await startProxy();
    await gone[Symbol.asyncDispose]();
    vi.stubEnv(`${kind}_proxy`, `robot:pa55@${gone.host}`);
    const transport = createTransport({ url: `${kind}://cluster.invalid`, retries: 0 });
    const error = await failureOf(transport.send(read));
    expect([error.code, error.message]).toEqual([
      "unreachable",
      `the proxy http://${gone.host} (from ${kind}_proxy) cannot be reached: nothing listens there (ECONNREFUSED)`,
    ]);
    await transport.close();
  });

  test.each(["http", "https"] as const)("that wants a password is its fault, for %s, and asked once", async (kind) => {
    await using proxy = await startProxy({ status: 407 });
    vi.stubEnv(`${kind}_proxy`, `robot:pa55@${proxy.host}`);
    const transport = createTransport({ url: `${kind}://cluster.invalid` });
    const error = await failureOf(transport.send(read));
    expect([error.code, error.message, error.context.attempts]).toEqual([
      "unreachable",
      `the proxy http://${proxy.host} (from ${kind}_proxy) requires a user and a password, or different ones: put them into ${kind}_proxy, as http://user:password@host:port (407)`,
      1,
    ]);
    expect(proxy.seen).toHaveLength(1);
    await transport.close();
  });

  test("whose own certificate is not trusted says that it is the proxy's", async () => {
    await using proxy = await startServer((_, response) => json(response, 200, []), certificates);
    vi.stubEnv("https_proxy", proxy.url);
    for (const ca of [undefined, certificates.ca]) {
      const transport = createTransport({ url: "https://cluster.invalid", ...(ca !== undefined && { ca }) });
      const error = await failureOf(transport.send(read));
      expect(error.code).toBe("untrusted-certificate");
      expect(error.message).toMatch(
        `the certificate of the proxy ${proxy.url} (from https_proxy) is signed by an authority that is not trusted here: if the proxy has its own authority`,
      );
      await transport.close();
    }
  });

  test("that opens no tunnel says so", async () => {
    await using proxy = await startProxy({ status: 403 });
    vi.stubEnv("https_proxy", proxy.host);
    const transport = createTransport({ url: "https://cluster.invalid" });
    const error = await failureOf(transport.send(read));
    expect([error.code, error.message]).toEqual([
      "unreachable",
      `the proxy http://${proxy.host} (from https_proxy) opens no tunnel to https://cluster.invalid (403)`,
    ]);
    await transport.close();
  });

  test("whose address cannot be used says which variable has it, and nothing is sent", async () => {
    await using cluster = await startCluster();
    vi.stubEnv("https_proxy", "socks5://proxy.example");
    const error = await failureOf(createTransport({ url: cluster.url, ca: certificates.ca }).send(read));
    expect([error.code, error.message]).toEqual([
      "bad-input",
      "https_proxy: expected an http:// or https:// proxy, received a SOCKS proxy, which is not supported",
    ]);
    expect(cluster.requests).toHaveLength(0);
  });
});
