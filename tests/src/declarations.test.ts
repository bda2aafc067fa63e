import { type BrokerRevision, brokerApi } from "@reeve/broker-models";
import { listOperations, mistakesIn, type OperationsIn } from "@reeve/contract";
import type { fileSystemApi } from "@reeve/file-system-models";
import type { wideColumnApi } from "@reeve/wide-column-models";
import { describe, expect, expectTypeOf, test } from "vitest";
import { apis } from "./apis.ts";

test.each(apis.map((api) => [api.name, api] as const))(
  "the declarations of %s have no mistake that can be found by looking",
  (_, api) => {
    expect(mistakesIn(api)).toEqual([]);
  },
);

/** Written down once more, apart from the declarations: what these say decides what is asked about and what is sent again. */
const effects = {
  broker: {
    destroy: ["brokers.replace", "topics.delete", "pods.replace"],
    change: [
      "brokers.restart",
      "topics.create",
      "topics.alter",
      "topics.producerTest",
      "plans.continue",
      "plans.interrupt",
      "plans.forceComplete",
      "plans.restart",
      "plans.start",
      "plans.stop",
      "pods.restart",
      "pods.pause",
    ],
  },
  "wide-column": {
    destroy: ["restore.start"],
    change: ["plans.interrupt", "plans.continue", "cleanup.start", "repair.start", "backup.start"],
  },
  "file-system": {
    destroy: ["pods.replace"],
    change: [
      "plans.continue",
      "plans.interrupt",
      "plans.forceComplete",
      "plans.restart",
      "plans.start",
      "plans.stop",
      "pods.restart",
      "pods.pause",
    ],
  },
};

describe("effects", () => {
  test.each(apis.map((api) => [api.name, api] as const))("%s", (name, api) => {
    const having = (effect: string) =>
      listOperations(api)
        .filter(({ operation }) => operation.effect === effect)
        .map((each) => each.name);
    const { destroy, change } = effects[name as keyof typeof effects];
    expect(having("destroy")).toEqual(destroy);
    expect(having("change")).toEqual(change);
    expect(having("read").length).toBe(listOperations(api).length - destroy.length - change.length);
  });

  test("what is given up for good says so before it is asked for", () => {
    for (const api of apis) {
      for (const { name, operation } of listOperations(api)) {
        expect(operation.consequence !== undefined, name).toBe(operation.effect === "destroy");
      }
    }
  });
});

test("statuses and media that are not the usual ones", () => {
  const unusual = apis.flatMap((api) =>
    listOperations(api)
      .filter(({ operation: { output } }) => output.statuses.join() !== "200" || output.media !== "application/json")
      .map(({ name, operation: { output } }) => `${api.name} ${name} ${output.statuses.join()} ${output.media}`),
  );
  const json = "application/json";
  const controls = (api: string, names: string[]) => names.map((name) => `${api} plans.${name} 200,208 ${json}`);
  expect(unusual).toEqual([
    `broker topics.delete 200,202 ${json}`,
    `broker plans.show 200,202,417,503 ${json}`,
    ...controls("broker", ["continue", "interrupt", "forceComplete", "restart", "start", "stop"]),
    `wide-column plans.show 200,202,417,503 ${json}`,
    ...controls("wide-column", ["interrupt", "continue"]),
    ...["cleanup", "repair", "backup", "restore"].map((noun) => `wide-column ${noun}.start 200,202 ${json}`),
    `wide-column restore.status 200,202,417,503 ${json}`,
    `file-system plans.show 200,202,417,503 ${json}`,
    ...controls("file-system", ["continue", "interrupt", "forceComplete", "restart", "start", "stop"]),
    "file-system endpoints.fsSite 200 text/xml",
    "file-system endpoints.coreSite 200 text/xml",
  ]);
});

test("R1 says block where the others say step", () => {
  const { forceComplete, restart } = brokerApi.operations.plans;
  for (const { routes } of [forceComplete, restart]) {
    expect([routes.R1.split("?")[1], routes.R3.split("?")[1]]).toEqual([
      "phase={phase}&block={step}",
      "phase={phase}&step={step}",
    ]);
  }
});

test("each revision has exactly its operations, to the compiler", () => {
  type In<Revision extends BrokerRevision> = OperationsIn<typeof brokerApi, Revision>;
  expectTypeOf<keyof In<"R1">>().toEqualTypeOf<"connection" | "brokers" | "topics" | "configurations" | "plans">();
  expectTypeOf<keyof In<"R1">["plans"]>().toEqualTypeOf<
    "show" | "active" | "continue" | "interrupt" | "forceComplete" | "restart"
  >();
  expectTypeOf<keyof In<"R2">["plans"]>().toEqualTypeOf<"show" | "continue" | "interrupt">();
  expectTypeOf<keyof In<"R3">>().toEqualTypeOf<"topics" | "configurations" | "plans" | "pods">();
  expectTypeOf<keyof In<"R3">["plans"]>().toEqualTypeOf<
    "list" | "show" | "continue" | "interrupt" | "forceComplete" | "restart" | "start" | "stop"
  >();
  expectTypeOf<keyof OperationsIn<typeof wideColumnApi, "W1">>().toEqualTypeOf<
    "connection" | "plans" | "nodes" | "cleanup" | "repair" | "backup" | "restore"
  >();
  expectTypeOf<keyof OperationsIn<typeof fileSystemApi, "V1">>().toEqualTypeOf<"plans" | "pods" | "configurations">();
  expectTypeOf<keyof OperationsIn<typeof fileSystemApi, "V2">>().toEqualTypeOf<
    "plans" | "pods" | "configurations" | "endpoints"
  >();
  expectTypeOf<keyof OperationsIn<typeof fileSystemApi, "V2">["pods"]>().toEqualTypeOf<
    "list" | "info" | "restart" | "replace"
  >();
});
