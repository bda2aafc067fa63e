import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startReeve } from "@reeve/service";
import { expect, test } from "vitest";
import { makeHome, reeve } from "./command-line.ts";
import { startSaying, startServer } from "./small-server.ts";

const broker = (settings: object) => ({ services: { kafka: { kind: "broker", pace: 0, settings } } }) as const;

test("status --check exits with the code of the first rollout that is not complete, and names the failure without colours", async () => {
  await using cluster = await startReeve(broker({}), { listen: true });
  using home = makeHome({ REEVE_URL: cluster.url, REEVE_TOKEN: cluster.token });
  expect(await reeve(home, "broker plans wait --service kafka")).toMatchObject({ code: 0 });
  expect(await reeve(home, "status --check")).toMatchObject({ code: 0, err: "" });
  await cluster.deploy(broker({ BROKER_MEM: 64 }));
  expect(await reeve(home, "broker plans wait --service kafka")).toMatchObject({ code: 13 });
  const { code, out, err } = await reeve(home, "status --check");
  expect(out).toContain("1 of 4  failed: broker-0 java.lang.OutOfMemoryError");
  expect([code, err]).toEqual([13, expect.stringContaining("the deploy plan of kafka has failed")]);
  expect(await reeve(home, "status")).toMatchObject({ code: 0 });
  await cluster.deploy(broker({ BROKER_MEM: 512, PHASE_STRATEGY: "STAGE" }));
  const waiting = () => reeve(home, "status --check");
  await expect.poll(async () => (await waiting()).code).toBe(14);
  expect((await waiting()).err).toContain("the deploy plan of kafka is not complete yet");
});

test("status shows that partitions move, until they have moved", async () => {
  const moving = { services: { kafka: { kind: "broker", revision: "R3", pace: 1 } } } as const;
  await using cluster = await startReeve(moving, { listen: true });
  using home = makeHome({ REEVE_URL: cluster.url, REEVE_TOKEN: cluster.token, REEVE_SERVICE: "broker=kafka" });
  await reeve(home, "broker plans wait");
  await reeve(home, "broker topics create orders --partitions 3 --replication 2");
  await reeve(home, "broker topics producer-test orders --messages 1000");
  expect((await reeve(home, "status")).out).not.toContain("partitions");
  await reeve(home, "broker partitions balance --away-from 0 --throttle 1B/s");
  expect((await reeve(home, "status")).out).toMatch(/^kafka +partitions .* 0 of 2 .*orders-/m);
  await reeve(home, "broker partitions stop");
  await expect.poll(async () => (await reeve(home, "status")).out).not.toContain("partitions");
});

test("status shows which nodes are paused, which is no failure", async () => {
  await using cluster = await startReeve(broker({}), { listen: true });
  using home = makeHome({ REEVE_URL: cluster.url, REEVE_TOKEN: cluster.token });
  await reeve(home, "broker plans wait --service kafka");
  expect((await reeve(home, "status")).out).not.toContain("paused");
  await reeve(home, "broker nodes pause broker-1 --service kafka");
  await expect
    .poll(async () => (await reeve(home, "status")).out)
    .toContain("\nkafka: broker-1 is paused: it serves no clients until it is restarted\n");
  expect(await reeve(home, "status --check")).toMatchObject({ code: 0 });
  expect(await reeve(home, "broker nodes wait --service kafka")).toMatchObject({
    code: 0,
    out: "these nodes run: broker-0, broker-2; paused: broker-1\n",
  });
  expect(JSON.parse((await reeve(home, "status -o json")).out)).toMatchObject([{ paused: ["broker-1"] }]);
});

test("status says that the watched file is refused, and why", async () => {
  using home = makeHome();
  const file = join(home.folder, "cluster.yaml");
  const definition = (nodes: number) =>
    writeFileSync(file, JSON.stringify({ services: { hdfs: { kind: "file-system", pace: 0, pods: { journal: { count: nodes } } } } }));
  definition(5);
  await using cluster = await startReeve(undefined, { definitionFile: file });
  const status = () => reeve(home, "status", { env: { REEVE_URL: cluster.url, REEVE_TOKEN: cluster.token } });
  expect(await status()).toMatchObject({ code: 0, err: "" });
  definition(3);
  await expect.poll(async () => (await status()).err).toContain(`${file} was refused, so it changes nothing`);
  expect((await status()).err).toContain("cannot reduce journal nodes from 5 to 3");
});

test("status and the wide list of pods show the active name node, the used space, and blocks with too few replicas", async () => {
  await using cluster = await startReeve({ services: { hdfs: { kind: "file-system", pace: 0 } } }, { listen: true });
  using home = makeHome({ REEVE_URL: cluster.url, REEVE_TOKEN: cluster.token });
  expect(await reeve(home, "file-system plans wait --service hdfs")).toMatchObject({ code: 0 });
  const words = "name-0 is active, 4.5 GiB of 14.6 GiB used, 3 data nodes, 12 blocks, all with enough copies";
  expect((await reeve(home, "status")).out).toContain(`\nhdfs: ${words}\n`);
  expect((await reeve(home, "file-system pods list --service hdfs -o wide")).out).toContain(`\n\n${words}\n`);
});

test("status shows where clients connect to real nodes, and leaves out simulated ones", async () => {
  const node = { reason: null, addresses: ["127.0.0.1"], ports: { broker: 9092 }, differs: [] };
  const answers: Readonly<Record<string, unknown>> = {
    "/reeve/v1/info": { services: [{ name: "kafka", kind: "broker", revision: "R1", simulated: false }] },
    "/service/kafka/v1/plan": { phases: [], errors: [], status: "Complete" },
    "/reeve/v1/services/kafka/nodes": [
      { node: "controller-0", internal: true, state: "running", ...node },
      { node: "broker-0", internal: false, state: "running", ...node },
      { node: "broker-1", internal: false, state: "failed", ...node },
    ],
  };
  await using server = await startServer((request, answer) => {
    const body = answers[request.url ?? ""];
    answer.writeHead(body ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(body ?? {}));
  });
  using home = makeHome({ REEVE_URL: server.url, REEVE_TOKEN: "a-token-of-sixteen" });
  const { code, out } = await reeve(home, "status");
  expect([code, out.trimEnd().split("\n").at(-1)]).toEqual([0, "kafka: broker-0 127.0.0.1:9092"]);
  expect(out).toContain("\nkafka: does not serve on broker-1 (failed)\n");
  const checked = await reeve(home, "status --check");
  expect([checked.code, checked.err]).toEqual([14, expect.stringContaining("kafka does not serve on broker-1 (failed)")]);
});

test("status shows the cqlsh command and the settings for a driver", async () => {
  const node = (index: number) => ({
    ...{ node: `node-${index}`, internal: false, state: "running", reason: null, differs: [] },
    ...{ addresses: [`127.1.0.${index + 1}`], ports: { native: 9042, storage: 7000, agent: 8778 } },
  });
  const answers: Readonly<Record<string, unknown>> = {
    "/reeve/v1/info": { services: [{ name: "cassandra", kind: "wide-column", revision: "W1", simulated: false }] },
    "/service/cassandra/v1/plan": { phases: [], errors: [], status: "COMPLETE" },
    "/reeve/v1/services/cassandra/nodes": [node(0), node(1)],
  };
  await using server = await startServer((request, answer) => {
    const body = answers[request.url ?? ""];
    answer.writeHead(body ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(body ?? {}));
  });
  using home = makeHome({ REEVE_URL: server.url, REEVE_TOKEN: "a-token-of-sixteen" });
  const connect = "cqlsh 127.1.0.1 9042; drivers to 127.1.0.1:9042,127.1.0.2:9042, data center datacenter1";
  expect((await reeve(home, "status")).out).toContain(`\ncassandra: ${connect}\n`);
  expect(JSON.parse((await reeve(home, "status -o json")).out)).toMatchObject([{ service: "cassandra", connect }]);
});

test("status shows how to connect to nodes with TLS, and the certificate to trust", async () => {
  using home = makeHome({ REEVE_TOKEN: "a-token-of-sixteen" });
  const file = join(home.folder, "ca.crt");
  writeFileSync(file, "a certificate\n");
  const tls = { client_ca: "a certificate\n", client_ca_file: file };
  const answers: Record<string, unknown> = {
    "/service/cassandra/v1/plan": { phases: [], errors: [], status: "COMPLETE" },
    "/reeve/v1/services/cassandra/nodes": [
      {
        ...{ node: "node-0", internal: false, state: "running", reason: null, differs: [] },
        ...{ addresses: ["127.1.0.1"], ports: { native: 9042, storage: 7000, agent: 8778 } },
      },
    ],
  };
  await using server = await startServer((request, answer) => {
    const instance = { name: "cassandra", kind: "wide-column", revision: "W1", simulated: false, client_tls: true };
    const body = request.url === "/reeve/v1/info" ? { services: [instance], ...tls } : answers[request.url ?? ""];
    answer.writeHead(body ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(body ?? {}));
  });
  const connect = async () => {
    const [row] = JSON.parse((await reeve(home, `status -o json --url ${server.url}`)).out);
    return row.connect;
  };
  const drivers = "drivers to 127.1.0.1:9042, data center datacenter1, with TLS that trusts";
  expect(await connect()).toBe(`SSL_CERTFILE=${file} cqlsh --ssl 127.1.0.1 9042; ${drivers} ${file}`);
  // A service on another machine may report a file that also exists here with another content.
  tls.client_ca = "another one\n";
  expect(await connect()).toBe(
    `SSL_CERTFILE=ca.crt cqlsh --ssl 127.1.0.1 9042; ${drivers} ca.crt; reeve api GET /reeve/v1/client-ca > ca.crt stores that certificate`,
  );
});

test("status shows what the runtime of a service cannot do at present", async () => {
  const trouble = "The disruption budget cannot be set: it is forbidden.";
  await using server = await startServer((request, answer) => {
    const instance = { name: "cassandra", kind: "wide-column", revision: "W1", simulated: true, trouble };
    const plan = { phases: [], errors: [], status: "COMPLETE" };
    const nodes = request.url?.endsWith("/nodes") ? [] : undefined;
    const body = request.url === "/reeve/v1/info" ? { services: [instance] } : (nodes ?? plan);
    answer.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  using home = makeHome({ REEVE_URL: server.url, REEVE_TOKEN: "a-token-of-sixteen" });
  expect((await reeve(home, "status")).out).toContain(`\ncassandra: ${trouble}\n`);
  expect(JSON.parse((await reeve(home, "status -o json")).out)).toMatchObject([{ service: "cassandra", trouble }]);
});

test("doctor tells when the first certificate of a node ends", async () => {
  const ends = { "node-1": "2027-03-02T00:00:00.000Z", "node-0": "2027-05-01T00:00:00.000Z" };
  let trouble: string | undefined;
  await using server = await startServer((request, answer) => {
    const instance = {
      name: "cassandra",
      kind: "wide-column",
      revision: "W1",
      simulated: false,
      certificate_ends: ends,
    };
    const plan = { phases: [], errors: [], status: "COMPLETE" };
    const body = request.url === "/reeve/v1/info" ? { services: [{ ...instance, trouble }], trouble: "the disk is almost full" } : plan;
    answer.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  using home = makeHome({ REEVE_URL: server.url, REEVE_TOKEN: "a-token-of-sixteen", REEVE_SERVICE: "cassandra" });
  expect((await reeve(home, "doctor")).out).toMatch(/nodes .* node-1 of cassandra: the certificate ends on 2027-03-02, in -?\d+ days\n/);
  trouble = "The certificate of node-1 ends soon: restart it.";
  const { out } = await reeve(home, "doctor");
  expect(out).toContain(trouble);
  // What is amiss with the service itself, such as its disk, is in both.
  expect(out).toContain("the disk is almost full");
});

test("status says what is amiss with the service itself, such as a full disk", async () => {
  const service = { name: "kafka", kind: "broker", revision: "R3", simulated: true };
  await using server = await startServer(({ url = "" }, answer) => {
    const info = { services: [service], trouble: "the disk is almost full" };
    const body = url.endsWith("/info") ? info : url.endsWith("/nodes") ? [] : { phases: [], errors: [], status: "COMPLETE" };
    answer.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  using home = makeHome({ REEVE_URL: server.url, REEVE_TOKEN: "a-token-of-sixteen" });
  expect((await reeve(home, "status")).out).toMatch(/^kafka.*done\nThe service: the disk is almost full\n$/);
});

test("status --wait waits until a name node is active, because a file system without one serves no clients", async () => {
  const instance = { name: "hdfs", kind: "file-system", revision: "V1", simulated: true };
  const none = { safe_mode: null, data_nodes: null, space: null, blocks: null };
  let asked = 0;
  let needed = Number.POSITIVE_INFINITY;
  const statusNow = () => {
    const active = ++asked > needed ? "name-0" : null;
    return { active, name_nodes: { "name-0": active === null ? "standby" : "active", "name-1": "standby" }, ...none };
  };
  await using server = await startServer(({ url = "" }, answer) => {
    const plan = { phases: [], errors: [], status: "COMPLETE" };
    const body = url.endsWith("/info")
      ? { services: [instance] }
      : url.endsWith("/nodes")
        ? []
        : url.endsWith("/status")
          ? statusNow()
          : plan;
    answer.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  using home = makeHome({ REEVE_URL: server.url, REEVE_TOKEN: "a-token-of-sixteen" });
  const idle = "hdfs: no name node is active (name-0 standby, name-1 standby)";
  expect(await reeve(home, "status --check")).toMatchObject({ code: 14, err: expect.stringContaining(idle) });
  expect(await reeve(home, "status --wait --timeout 1s")).toMatchObject({ code: 14 });
  needed = asked + 1;
  expect(await reeve(home, "status --wait --timeout 60s")).toMatchObject({
    code: 0,
    out: expect.stringContaining("\nhdfs: name-0 is active\n"),
  });
});

test("status --watch shows changes, and then that the rollout is complete, until Ctrl-C", async () => {
  await using cluster = await startReeve(broker({}), { listen: true });
  using home = makeHome({ REEVE_URL: cluster.url, REEVE_TOKEN: cluster.token });
  expect(await reeve(home, "broker plans wait --service kafka")).toMatchObject({ code: 0 });
  let isAsked = false;
  const { code, out } = await reeve(home, "status --watch", {
    onOutput: (text) => {
      if (isAsked || !/ done\n/.test(text)) return;
      isAsked = true;
      void cluster.deploy(broker({ BROKER_MEM: 64 }));
    },
    interruptAt: /failed: broker-0/,
  });
  expect([code, out]).toEqual([130, expect.stringMatching(/^\S+Z {2}kafka +deploy .* done\n/)]);
});

test("status shows a service that is being removed, and why parts of it are still there", async () => {
  const trouble = "The volume v cannot be deleted: it is forbidden.";
  const removals = [
    { name: "kafka", kind: "broker", trouble },
    { name: "hdfs", kind: "file-system" },
  ];
  await using server = await startSaying(200, JSON.stringify({ services: [], removals }));
  using home = makeHome({ REEVE_URL: server.url, REEVE_TOKEN: "t" });
  expect(await reeve(home, "status")).toMatchObject({
    code: 0,
    out: `kafka: is being removed. ${trouble}\nhdfs: is being removed.\n`,
  });
  const { out } = await reeve(home, "status --output json");
  expect(JSON.parse(out)).toEqual([
    { service: "kafka", kind: "broker", status: "REMOVING", trouble },
    { service: "hdfs", kind: "file-system", status: "REMOVING" },
  ]);
  const checked = await reeve(home, "status --check");
  expect([checked.code, checked.err]).toEqual([14, expect.stringContaining("kafka is still being removed")]);
});

test("deploy says why parts of a removed service are still there", async () => {
  const changes = [{ instance: "kafka", change: "removed", troubles: ["the volume v cannot be deleted: it is forbidden"] }];
  await using server = await startSaying(200, JSON.stringify({ dryRun: false, changes }));
  using home = makeHome({ REEVE_URL: server.url, REEVE_TOKEN: "t" });
  const file = join(home.folder, "cluster.yaml");
  writeFileSync(file, "services: { other: { kind: broker } }");
  const { code, out } = await reeve(home, `deploy ${file} --remove --yes`);
  expect(code).toBe(0);
  expect(out).toContain("kafka is still being removed; the volume v cannot be deleted: it is forbidden. The service");
});
