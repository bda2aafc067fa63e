import { connect } from "node:net";
import { type FakeCluster, startFakeCluster } from "@reeve/testing/fake-cluster";
import { expect, onTestFinished, test } from "vitest";
import { type InstallOptions, installService } from "../src/index.ts";
import { signal } from "./support/instance.ts";

const KINDS = ["serviceaccounts", "roles", "rolebindings", "configmaps", "services", "statefulsets"];

async function admin(): Promise<FakeCluster> {
  const cluster = await startFakeCluster();
  onTestFinished(() => cluster.close());
  return cluster;
}

async function install(cluster: FakeCluster, definition = "services: {}", more: Partial<InstallOptions> = {}) {
  const connection = { server: cluster.server, namespace: "tests" };
  const service = await installService({ connection, image: "example.com/reeve:1", definition, ...more });
  onTestFinished(() => service.close());
  return service;
}

/** Does what a cluster does once the stateful set exists. */
function start(cluster: FakeCluster, status: object = { readyReplicas: 1 }): void {
  cluster.change("statefulsets", "reeve", (it) => {
    it.status = status;
  });
}

test("the service is installed, and installing it again changes its definition only", async () => {
  const cluster = await admin();
  await install(cluster);
  expect(KINDS.map((kind) => cluster.objects(kind).map(({ metadata }) => metadata.name))).toEqual(KINDS.map(() => ["reeve"]));
  await install(cluster, "services: { kafka: { kind: broker } }");
  expect(cluster.objects("configmaps")[0]?.data).toEqual({
    "definition.yaml": "services: { kafka: { kind: broker } }",
  });
  expect(cluster.objects("statefulsets")).toHaveLength(1);
});

test("an object of the same name that is not of the service is left alone, and nothing else is made", async () => {
  const cluster = await admin();
  cluster.put("configmaps", { metadata: { name: "reeve", labels: { app: "mine" } }, data: { mine: "1" } });
  await expect(install(cluster)).rejects.toThrow("the configmap reeve already exists and belongs to something else");
  expect(KINDS.flatMap((kind) => cluster.objects(kind))).toHaveLength(1);
});

test("a cluster that does not answer is named", async () => {
  const connection = { server: "http://127.0.0.1:1", namespace: "tests" };
  await expect(installService({ connection, image: "a", definition: "" })).rejects.toThrow(
    /^the service was not installed in tests: the API server http:\/\/127.0.0.1:1 does not answer/,
  );
});

test("a refusal of the API server is not a lack of an answer, and a missing namespace can be created", async () => {
  const cluster = await admin();
  const message = 'namespaces "tests" not found';
  cluster.fail({ request: "PATCH serviceaccounts", status: 404, message });
  await expect(install(cluster)).rejects.toMatchObject({
    code: "conflict",
    message: `the service was not installed in tests: ${message}; create the namespace first, for example with kubectl create namespace`,
  });
});

test("it says what the service waits for, until it is ready", async () => {
  const cluster = await admin();
  const service = await install(cluster);
  const reasons: string[] = [];
  const ready = service.ready((reason) => reasons.push(reason), signal);
  while (reasons.length === 0) await new Promise(setImmediate);
  cluster.full("0/3 nodes are available: 3 Insufficient memory");
  cluster.put("pods", { metadata: { name: "reeve-0" }, spec: {} });
  while (reasons.at(-1) !== "it cannot be placed: 0/3 nodes are available: 3 Insufficient memory") {
    await new Promise(setImmediate);
  }
  start(cluster);
  await ready;
  expect(reasons[0]).toBe("its pod is being created");
});

test("a pod with an image that cannot run is not in the way of the next one; a pod that is ready is left to the stateful set", async () => {
  const cluster = await admin();
  const service = await install(cluster);
  const pod = (revision: string, isReady: boolean) => ({
    metadata: { name: "reeve-0", uid: `of ${revision}`, labels: { "controller-revision-hash": revision } },
    spec: { nodeName: "machine-1" },
    status: {
      phase: "Running",
      podIP: "10.0.0.9",
      conditions: [{ type: "Ready", status: isReady ? "True" : "False" }],
    },
  });
  start(cluster, { currentRevision: "broken", updateRevision: "mended" });
  cluster.put("pods", pod("serves", true));
  const reasons: string[] = [];
  const ready = service.ready((reason) => reasons.push(reason), signal);
  while (reasons.length < 2) await new Promise(setImmediate);
  expect(cluster.objects("pods")).toHaveLength(1);
  cluster.put("pods", pod("broken", false));
  while (!reasons.includes("its previous pod, which was not ready, is being replaced")) await new Promise(setImmediate);
  expect(cluster.objects("pods").filter(({ metadata }) => metadata.deletionTimestamp === undefined)).toEqual([]);
  start(cluster);
  await ready;
});

test("its API is forwarded to a port of this machine, a connection for each", async () => {
  const cluster = await admin();
  const service = await install(cluster);
  cluster.streams.answer = (pod, port, bytes) => (bytes.toString() === "bye" ? undefined : `${pod} ${port} ${bytes.length}`);
  const forwarded = await service.forward(0, () => undefined);
  onTestFinished(() => forwarded.close());
  expect(await ask(forwarded.port, "hello")).toBe("reeve-0 8080 5");
  expect(await ask(forwarded.port, "x".repeat(1000))).toBe("reeve-0 8080 1000");
  expect(await ask(forwarded.port, "bye")).toBe("");
  await cluster.down();
  expect(await ask(forwarded.port, "hello")).toBe("");
});

test("a file of the service's state is read in its pod", async () => {
  const cluster = await admin();
  const service = await install(cluster);
  cluster.streams.run = (pod, command) => ({ output: `${pod} ${command.join(" ")}\n` });
  expect(await service.stateFile("ca.crt", signal)).toBe("reeve-0 cat /var/lib/reeve/state/ca.crt");
  cluster.streams.run = () => ({ failure: "command terminated with exit code 1" });
  expect(await service.stateFile("ca.crt", signal)).toBeUndefined();
});

const tokenIn = (cluster: FakeCluster) =>
  cluster
    .objects("secrets")
    .filter(({ metadata }) => metadata.name === "reeve-token")
    .map(({ data }) => Buffer.from(data?.token ?? "", "base64").toString());

test("the token is generated into a secret once, from which it is read", async () => {
  const cluster = await admin();
  const service = await install(cluster, undefined, { makeToken: true });
  const [token] = tokenIn(cluster);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(await service.token(signal)).toBe(token);
  await install(cluster, "services: { kafka: { kind: broker } }", { makeToken: true });
  expect(tokenIn(cluster)).toEqual([token]);
});

test("a service that was installed without a secret for its token keeps the token", async () => {
  const cluster = await admin();
  cluster.put("pods", { metadata: { name: "reeve-0" }, spec: {} });
  cluster.streams.run = () => ({ output: "known-to-its-users\n" });
  const before = await install(cluster);
  expect([await before.token(signal), tokenIn(cluster)]).toEqual(["known-to-its-users", []]);
  await install(cluster, undefined, { makeToken: true });
  expect(tokenIn(cluster)).toEqual(["known-to-its-users"]);
});

/** The first bytes that a port sends in response; empty if it closes the connection. */
function ask(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.once("data", (chunk) => {
      resolve(chunk.toString());
      socket.destroy();
    });
    socket.on("error", () => undefined);
    socket.once("close", () => resolve(""));
  });
}
