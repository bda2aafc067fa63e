import { isDeepStrictEqual } from "node:util";
import { isReeveError } from "@reeve/contract";
import { type Cluster, type HealthCheck, type NodeView, portsAsked, type Readiness } from "@reeve/orchestrator/engine";
import { isOneShot, type PodSpec } from "@reeve/scheduler-models";
import * as v from "valibot";
import { type EngineFixture, type EngineUnderTest, fixtureOf, fixtureSchemaOf } from "./engine-fixture.ts";
import { expect, inTime, type Law } from "./law.ts";

const podSpecLaws: Readonly<Record<string, (fixture: EngineFixture) => void>> = {
  "every setting has a description, and a definition with an unknown setting is refused": ({ engine, input }) => {
    for (const [name, setting] of Object.entries(engine.settings ?? {})) {
      expect((v.getDescription(setting) ?? "") !== "", `the setting ${name} has no description`);
    }
    const result = v.safeParse(fixtureSchemaOf(engine), { ...input, "no such setting": 1 });
    expect(!result.success, "a definition with an unknown setting is accepted");
  },
  "podSpecs() returns equal pod specs for equal definitions, and only JSON values": ({ specs }) => {
    const [first, second] = [specs(), specs()];
    expect(
      isDeepStrictEqual(first, second),
      "two equal definitions give different pod specs, so each start of the service would begin a rollout",
    );
    expect(isDeepStrictEqual(JSON.parse(JSON.stringify(first)), first), "a pod spec contains a value that JSON cannot represent");
  },
  "the names of pods, tasks and volumes are distinct, and health checks refer to existing ports": ({ engine, specs }) => {
    const types = specs().map(({ type }) => type);
    expect(new Set(types).size === types.length, `two pods have the same name: ${types.join(", ")}`);
    for (const type of engine.internalPods) expect(types.includes(type), `there is no internal pod ${type}`);
    for (const spec of specs()) checkTasks(spec);
  },
  "the engine answers whether a pod type may have fewer nodes, and a refusal has a reason": ({ engine, specs }) => {
    for (const { type, count } of specs()) {
      const answer = engine.mayShrink?.(type, Math.max(0, count - 1));
      if (answer?.ready !== false) continue;
      expect(answer.reason.trim() !== "", `no reason is input why the number of ${type} nodes cannot be lowered`);
    }
  },
};

/** The laws that every engine has to obey. Checking them needs no runtime, because no task is launched. */
export function engineContract(make: () => EngineUnderTest | Promise<EngineUnderTest>): readonly Law[] {
  const ofPodSpecs = Object.entries(podSpecLaws).map(([name, check]) => ({ name, holds: async () => check(fixtureOf(await make())) }));
  const ofClusters = Object.entries(clusterLaws).map(([name, check]) => ({
    name,
    holds: async () => {
      const fixture = fixtureOf(await make());
      const cluster = await fixture.open();
      try {
        await check(cluster, fixture);
      } finally {
        await cluster.close();
      }
    },
  }));
  return [...ofPodSpecs, ...ofClusters];
}

function checkTasks(spec: PodSpec): void {
  const tasks = spec["task-specs"];
  const names = tasks.map(({ name }) => name);
  expect(new Set(names).size === names.length, `two tasks of ${spec.type} have the same name: ${names.join(", ")}`);
  expect(
    tasks.some((task) => !isOneShot(task)),
    `${spec.type} has no long-running task`,
  );
  for (const task of tasks) {
    const check = (task["health-check-spec"] ?? null) as HealthCheck | null;
    if (!check) continue;
    const ports = portsAsked(task["resource-set"]).map(({ name }) => name);
    if ("command" in check) expect(check.command.trim() !== "", `the health check of ${spec.type} runs no command`);
    else
      expect(ports.includes(check.port), `the health check of ${spec.type} refers to the port ${check.port}, which the pod does not have`);
    const numbers = [check.interval, check.timeout, check.failures];
    expect(
      numbers.every((each) => each > 0),
      `the health check of ${spec.type} lacks its interval, timeout or failures`,
    );
  }
}

const clusterLaws: Readonly<Record<string, (cluster: Cluster, fixture: EngineFixture) => Promise<void>>> = {
  "the last task of a node, and no other, keeps running": async (cluster, { nodes }) => {
    for (const node of nodes("absent")) {
      const sequence = cluster.sequence(node);
      for (const [place, name] of sequence.entries()) {
        const task = node.spec["task-specs"].find((each) => each.name === name);
        expect(task !== undefined, `${node.podType} has no task ${name}`);
        const isLast = place === sequence.length - 1;
        expect(
          isOneShot(task) !== isLast,
          `${name} is ${isLast ? "the last task, but ends by itself" : "not the last task, but keeps running"}`,
        );
      }
    }
  },
  "environment() returns a value, not a promise, and the same value on every call": async (cluster, { nodes }) => {
    for (const node of nodes("absent")) {
      for (const task of cluster.sequence(node)) {
        const environment = cluster.environment(node, task);
        expect(!(environment instanceof Promise), `the environment of ${node.id} is a promise`);
        for (const [name, value] of Object.entries(environment)) expect(typeof value === "string", `${name} is not text`);
        expect(isDeepStrictEqual(cluster.environment(node, task), environment), `the environment of ${node.id} changes between calls`);
      }
    }
  },
  "secrets have the same names at each launch, and are in no pod spec and no environment": async (cluster, fixture) => {
    const shown = JSON.stringify(fixture.specs());
    for (const node of fixture.nodes("absent")) {
      for (const task of cluster.sequence(node)) {
        const request = async () => (await cluster.secrets?.(node, task)) ?? {};
        const secrets = await request();
        const names = Object.keys(await request());
        expect(isDeepStrictEqual(names, Object.keys(secrets)), `the names of the secrets of ${node.id} change`);
        const visible = `${shown}${JSON.stringify(cluster.environment(node, task))}`;
        for (const [name, secret] of Object.entries(secrets))
          expect(!visible.includes(secret), `the secret ${name} of ${node.id} appears in a pod spec or an environment`);
      }
    }
  },
  "a node that does not answer is not ready, and a reason is given": async (cluster, { nodes }) => {
    const expectReason = async (node: NodeView) => {
      const answer = await inTime(`an answer about ${node.id}`, answered(cluster.ready(node, new AbortController().signal)));
      expect(!answer.ready, `${node.id} is ready although nothing runs`);
      expect(answer.reason.trim() !== "", `no reason is given why ${node.id} is not ready`);
    };
    await Promise.all(nodes("starting").map(expectReason));
  },
  "every question ends when its signal aborts": async (cluster, { nodes }) => {
    const questions: readonly ((node: NodeView, signal: AbortSignal) => Promise<Readiness> | undefined)[] = [
      (node, signal) => cluster.ready(node, signal),
      (node, signal) => cluster.mayStop(node, signal),
      (node, signal) => cluster.mayLose([node], signal),
      (node, signal) => cluster.mayStart?.(node, signal),
      (node, signal) => cluster.before?.(node, "update", signal),
      (node, signal) => cluster.after?.(node, "update", signal),
    ];
    const putAndLeave = async (node: NodeView, put: (typeof questions)[number]) => {
      const controller = new AbortController();
      const request = put(node, controller.signal)?.then(
        () => undefined,
        () => undefined,
      );
      controller.abort();
      await inTime(`the end of a question about ${node.id}`, Promise.resolve(request), 15_000);
    };
    await Promise.all(nodes("running").flatMap((node) => questions.map((put) => putAndLeave(node, put))));
  },
  "unknown work is refused": async (cluster) => {
    const context = { signal: new AbortController().signal, report: () => undefined, secrets: {}, atNode: async () => undefined };
    const refused = cluster.perform({ name: "no-such-work", parameters: {} }, context);
    const error = await inTime(
      "the refusal",
      refused.then(
        () => undefined,
        (thrown: unknown) => thrown,
      ),
    );
    expect(isReeveError(error), "unknown work succeeds, or fails without a `ReeveError`");
  },
};

/** As in the orchestrator, an answer whose promise rejects counts as "not ready", with the error as the reason. */
function answered(answer: Promise<Readiness>): Promise<Readiness> {
  return answer.catch((error: unknown) => ({ ready: false, reason: String(error) }));
}
