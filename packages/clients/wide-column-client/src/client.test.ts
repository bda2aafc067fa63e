import { describe, expect, test } from "vitest";
import { createWideColumnClient, revisionOf } from "./index.ts";
import { createWideColumnDouble, type ReceivedRequest, reply } from "./testing.ts";

const service = "cassandra";

function clientOf(double: { readonly url: string; readonly fetch: typeof globalThis.fetch }) {
  return createWideColumnClient({ url: double.url, fetch: double.fetch, service });
}

describe("a wide-column client", () => {
  test("needs no revision to be named, and asks for none", async () => {
    const double = createWideColumnDouble({ "plans.show": { phases: [], errors: [], status: "COMPLETE" } });
    expect(await revisionOf(clientOf(double))).toBe("W1");
    await clientOf(double).plans.show();
    expect(double.requests).toHaveLength(1);
  });

  test("has what takes more than one call", () => {
    const client = createWideColumnClient({ url: "https://cluster.example", service });
    expect(Object.keys(client.plans)).toEqual(["show", "all", "inspect", "interrupt", "continue", "watch", "wait"]);
    for (const noun of ["cleanup", "repair", "backup"] as const) expect(Object.keys(client[noun])).toEqual(["start", "startAndWait"]);
    expect(Object.keys(client.restore)).toEqual(["start", "status", "startAndWait", "wait"]);
  });

  test("names the read that shows whether a restore has begun, and none of its keys", async () => {
    const double = createWideColumnDouble({ "restore.start": reply(500, null) });
    const keys = { s3_access_key: "access-canary", s3_secret_key: "secret-canary" };
    const input = { backup_name: "b", external_location: "s3://backups", ...keys };
    const error = await clientOf(double)
      .restore.start(input)
      .catch((thrown) => thrown);
    expect(error.context).toMatchObject({
      mayHaveBeenDone: true,
      verification: { api: "wide-column", operation: "restore.status", input: {} },
    });
    expect(JSON.stringify(error)).not.toContain("canary");
  });

  test("sends keys in the body, and never shows them", async () => {
    const secret = "s3-secret-canary";
    const double = createWideColumnDouble({
      "backup.start": (_, { body }) => reply(200, { message: `Error: bad ${JSON.stringify(body)}` }),
    });
    const input = {
      backup_name: "b",
      external_location: "s3://backups",
      s3_access_key: "a-canary",
      s3_secret_key: secret,
    };
    const error = await clientOf(double)
      .backup.start(input)
      .catch((thrown) => thrown);
    expect(double.requests[0]?.body).toEqual(input);
    expect(error.code).toBe("server-failure");
    expect(JSON.stringify(error) + error.message + error.stack).not.toContain("canary");
  });
});

describe("the connection", () => {
  const nodes = { nodes: ["198.18.0.1:9042"] };
  const long = "/service/cassandra/v1/connection";
  const short = "/cassandra/v1/connection";

  test("is asked under /service, and in the printed short form where that answers 404", async () => {
    const double = createWideColumnDouble({
      "connection.show": (_, { target }) => (target === short ? nodes : reply(404)),
    });
    const client = clientOf(double);
    expect(await client.connection.show()).toEqual(nodes);
    await client.connection.show();
    expect(double.requests.map(({ target }) => target)).toEqual([long, short, short]);
  });

  test("that is nowhere is not found, where it was asked first", async () => {
    const double = createWideColumnDouble({ "connection.show": reply(404) });
    await expect(clientOf(double).connection.show()).rejects.toMatchObject({
      code: "not-found",
      context: { path: long },
    });
  });

  test("may be answered as the other services do", async () => {
    const double = createWideColumnDouble({ "connection.show": reply(200, { address: ["198.18.0.1:9042"], dns: [] }) });
    expect(await clientOf(double).connection.show()).toMatchObject(nodes);
  });
});

describe("a node", () => {
  const status = { mode: "NORMAL" };
  const only =
    (form: string, refusal: number) =>
    (_: unknown, { target }: ReceivedRequest) =>
      target.includes(`/nodes/${form}/`) ? status : reply(refusal);

  test.each([0, "0", "node-0"])("is asked for as 0 where it is given as %j", async (node) => {
    const double = createWideColumnDouble({ "nodes.status": only("0", 404) });
    expect(await clientOf(double).nodes.status({ node })).toEqual(status);
    expect(double.requests).toHaveLength(1);
  });

  test.each([400, 404, 500])("is asked for as node-0 where the server answers %i to 0, and then at once", async (refusal) => {
    const double = createWideColumnDouble({ "nodes.status": only("node-0", refusal) });
    const client = clientOf(double);
    for (const node of [0, "node-0"]) expect(await client.nodes.status({ node })).toEqual(status);
    expect(double.requests.map(({ target }) => target.split("/")[5])).toEqual(["0", "node-0", "node-0"]);
  });

  test("may carry its mode under another name", async () => {
    const double = createWideColumnDouble({ "nodes.info": { name: "node-0", operating_mode: "NORMAL" } });
    expect(await clientOf(double).nodes.info({ node: 0 })).toEqual({ name: "node-0", operating_mode: "NORMAL" });
  });
});

describe("a start", () => {
  test.each<[string, number, unknown]>([
    ["200 with a status", 200, { status: "started", message: "" }],
    ["202 with nothing", 202, null],
    ["200 with nothing", 200, null],
  ])("answered with %s is a start", async (_, code, body) => {
    const double = createWideColumnDouble({ "repair.start": reply(code, body) });
    expect(await clientOf(double).repair.start({ nodes: ["*"] })).toEqual({ status: "started", message: "" });
  });

  test("while another one runs is a conflict, or refused, and is sent once", async () => {
    for (const [status, code] of [
      [409, "conflict"],
      [400, "bad-input"],
    ] as const) {
      const double = createWideColumnDouble({
        "cleanup.start": reply(status, { message: "Cleanup already in progress" }),
      });
      await expect(clientOf(double).cleanup.start({ nodes: [0, "node-1"] })).rejects.toMatchObject({ code });
      expect(double.requests.map(({ body }) => body)).toEqual([{ nodes: ["0", "node-1"] }]);
    }
  });
});
