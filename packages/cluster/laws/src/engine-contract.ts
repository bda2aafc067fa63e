import { isDeepStrictEqual } from "node:util";
import { type HealthCheck, portsAsked } from "@reeve/orchestrator/engine";
import { isOneShot, type PodSpec } from "@reeve/scheduler-models";
import * as v from "valibot";
import { clusterLaws } from "./cluster-laws.ts";
import { type EngineFixture, type EngineUnderTest, fixtureOf, fixtureSchemaOf } from "./engine-fixture.ts";
import { expect, type Law } from "./law.ts";

/** What the settings and pod specs of an engine have to be like. */
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
    expect(
      isDeepStrictEqual(JSON.parse(JSON.stringify(first)), first),
      "a pod spec contains a value that JSON cannot represent",
    );
  },
  "the names of pods, tasks and volumes are distinct, and health checks refer to existing ports": ({
    engine,
    specs,
  }) => {
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
  const ofPodSpecs = Object.entries(podSpecLaws).map(([name, check]) => ({
    name,
    holds: async () => check(fixtureOf(await make())),
  }));
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
      expect(
        ports.includes(check.port),
        `the health check of ${spec.type} refers to the port ${check.port}, which the pod does not have`,
      );
    const numbers = [check.interval, check.timeout, check.failures];
    expect(
      numbers.every((each) => each > 0),
      `the health check of ${spec.type} lacks its interval, timeout or failures`,
    );
  }
}
