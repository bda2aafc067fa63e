import { type BrokerRevision, brokerApi } from "@reeve/broker-models";
import { type Effect, listOperations, mistakesIn, type OperationsIn, secretFields } from "@reeve/contract";
import type { FileSystemRevision, fileSystemApi } from "@reeve/file-system-models";
import type { wideColumnApi } from "@reeve/wide-column-models";
import { describe, expect, expectTypeOf, test } from "vitest";
import { apis } from "./apis.ts";
import { type CoveredRow, coverRows, extraRoutes } from "./coverage.ts";

test.each(apis.map((api) => [api.name, api] as const))("the declarations of %s have no mistake that can be found by looking", (_, api) => {
  expect(mistakesIn(api)).toEqual([]);
});

const covered = coverRows();

/** The statuses and the media type of the controls of a plan. 208 means that the control changed nothing. */
const CONTROL = "200,208 application/json";

function named(noun: string, verbs: readonly string[], answer: string): Readonly<Record<string, string>> {
  return Object.fromEntries(verbs.map((verb) => [`${noun}.${verb}`, answer]));
}

/**
 * Confirmations and retries depend on the effect, so effects are listed here independently of the declarations. A row with GET usually
 * reads, a row with DELETE destroys, and every other row changes; this table lists the exceptions.
 */
const effects: Readonly<Record<string, Effect>> = {
  "GET /plan/continue": "change",
  "GET /plan/interrupt": "change",
  "GET /plan/forceComplete": "change",
  "GET /plan/restart": "change",
  "POST /topics/{topic}": "read",
  "PUT /brokers/{broker_id}?replace=true": "destroy",
  "POST /pod/{node_id}/replace": "destroy",
  "POST /pods/{node_id}/replace": "destroy",
  "PUT /restore/start": "destroy",
};

describe("effects", () => {
  const printed = ({ row, method }: CoveredRow) => `${method} ${row.path}${row.query === "" ? "" : `?${row.query}`}`;

  test.each(covered.map((each) => [each.row.api, each.revision, printed(each), each] as const))(
    "%s %s: %s has its effect",
    (_api, _revision, line, { method, found }) => {
      const byMethod = method === "GET" ? "read" : method === "DELETE" ? "destroy" : "change";
      expect(found?.operation.effect).toBe(effects[line] ?? byMethod);
    },
  );

  test("each decided effect belongs to a row", () => {
    const lines = covered.map(printed);
    expect(Object.keys(effects).filter((line) => !lines.includes(line))).toEqual([]);
  });

  test("operations without a row use GET only if they read, and POST if a read takes keys", () => {
    const extra = extraRoutes(covered);
    expect(extra.length).toBeGreaterThan(0);
    for (const { api, revision, listed, route } of extra) {
      const { operation } = listed;
      // A read with keys is a POST with the keys in its body, because URLs are written to logs.
      const isAsked = route.method === "GET" || (route.method === "POST" && secretFields(operation).size > 0);
      const name = `${api.name} ${revision} ${listed.name}`;
      if (operation.effect === "read") expect(isAsked, name).toBe(true);
      else expect(route.method, name).not.toBe("GET");
    }
  });

  test("an operation that destroys data says so in its declaration", () => {
    for (const api of apis) {
      for (const { name, operation } of listOperations(api)) {
        expect(operation.consequence !== undefined, name).toBe(operation.effect === "destroy");
      }
    }
  });
});

/** Unusual statuses and media types, listed independently of the declarations. */
const unusual: Readonly<Record<string, string>> = {
  "broker topics.delete": "200,202 application/json",
  ...named("broker plans", ["show"], "200,202,417,503 application/json"),
  ...named("broker plans", ["continue", "interrupt", "forceComplete", "restart", "start", "stop"], CONTROL),
  ...named("wide-column plans", ["show"], "200,202,417,503 application/json"),
  ...named("wide-column plans", ["interrupt", "continue"], CONTROL),
  "wide-column cleanup.start": "200,202 application/json",
  "wide-column repair.start": "200,202 application/json",
  "wide-column backup.start": "200,202 application/json",
  "wide-column restore.start": "200,202 application/json",
  "wide-column restore.status": "200,202,417,503 application/json",
  ...named("file-system plans", ["show"], "200,202,417,503 application/json"),
  ...named("file-system plans", ["continue", "interrupt", "forceComplete", "restart", "start", "stop"], CONTROL),
  ...named("file-system endpoints", ["fsSite", "coreSite"], "200 text/xml"),
};

test("statuses and media types are as decided, and otherwise the usual ones", () => {
  const documented = new Set(covered.map(({ row, found }) => `${row.api} ${found?.name}`));
  const answers = new Map<string, string>(
    apis.flatMap((api) =>
      listOperations(api).map(({ name, operation: { output } }) => {
        return [`${api.name} ${name}`, `${output.statuses.join()} ${output.media}`] as const;
      }),
    ),
  );
  const decided = [...documented].map((name) => [name, "200 application/json"] as const);
  const expected = new Map<string, string>([...decided, ...Object.entries(unusual)]);
  expect(new Map([...expected.keys()].map((name) => [name, answers.get(name)]))).toEqual(expected);
});

test("R1 says block where the other revisions say step", () => {
  const { forceComplete, restart } = brokerApi.operations.plans;
  for (const { routes } of [forceComplete, restart]) {
    expect([routes.R1.split("?")[1], routes.R3.split("?")[1]]).toEqual(["phase={phase}&block={step}", "phase={phase}&step={step}"]);
  }
});

/** Only the operations of the API documents are listed here. A call of an operation that the revision lacks must not compile. */
test("for the compiler, each revision has exactly the operations of its document", () => {
  type In<Revision extends BrokerRevision> = OperationsIn<typeof brokerApi, Revision>;
  type Database = OperationsIn<typeof wideColumnApi, "W1">;
  type Files<Revision extends FileSystemRevision> = OperationsIn<typeof fileSystemApi, Revision>;

  expectTypeOf<"connection" | "brokers" | "topics" | "configurations" | "plans">().toExtend<keyof In<"R1">>();
  expectTypeOf<Extract<keyof In<"R1">, "pods">>().toBeNever();
  expectTypeOf<"show" | "active" | "continue" | "interrupt" | "forceComplete" | "restart">().toExtend<keyof In<"R1">["plans"]>();
  expectTypeOf<Extract<keyof In<"R1">["plans"], "list" | "start" | "stop">>().toBeNever();

  expectTypeOf<"connection" | "brokers" | "topics" | "configurations" | "plans">().toExtend<keyof In<"R2">>();
  expectTypeOf<Extract<keyof In<"R2">, "pods">>().toBeNever();
  expectTypeOf<"show" | "continue" | "interrupt">().toExtend<keyof In<"R2">["plans"]>();
  expectTypeOf<Extract<keyof In<"R2">["plans"], "list" | "active" | "forceComplete" | "restart" | "start" | "stop">>().toBeNever();

  expectTypeOf<"topics" | "configurations" | "plans" | "pods">().toExtend<keyof In<"R3">>();
  expectTypeOf<Extract<keyof In<"R3">, "connection" | "brokers">>().toBeNever();
  expectTypeOf<"list" | "show" | "continue" | "interrupt" | "forceComplete" | "restart" | "start" | "stop">().toExtend<
    keyof In<"R3">["plans"]
  >();
  expectTypeOf<Extract<keyof In<"R3">["plans"], "active">>().toBeNever();

  expectTypeOf<"connection" | "plans" | "nodes" | "cleanup" | "repair" | "backup" | "restore">().toExtend<keyof Database>();

  expectTypeOf<"plans" | "pods" | "configurations" | "endpoints">().toExtend<keyof Files<"V1" | "V2">>();
  expectTypeOf<"list" | "info" | "restart" | "replace">().toExtend<keyof Files<"V2">["pods"]>();
  expectTypeOf<Extract<keyof Files<"V2">["pods"], "pause">>().toBeNever();
});
