import { isDeepStrictEqual } from "node:util";
import { isReeveError } from "@reeve/contract";
import type { Cluster, NodeView, Readiness } from "@reeve/orchestrator/engine";
import { isOneShot } from "@reeve/scheduler-models";
import type { EngineFixture } from "./engine-fixture.ts";
import { expect, inTime } from "./law.ts";

/** What an open cluster has to answer while none of its nodes runs. */
export const clusterLaws: Readonly<Record<string, (cluster: Cluster, fixture: EngineFixture) => Promise<void>>> = {
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
        for (const [name, value] of Object.entries(environment))
          expect(typeof value === "string", `${name} is not text`);
        expect(
          isDeepStrictEqual(cluster.environment(node, task), environment),
          `the environment of ${node.id} changes between calls`,
        );
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
      const answer = await inTime(
        `an answer about ${node.id}`,
        answered(cluster.ready(node, new AbortController().signal)),
      );
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
    const context = {
      signal: new AbortController().signal,
      report: () => undefined,
      secrets: {},
      atNode: async () => undefined,
    };
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
