import { terminalOfThisProcess } from "@reeve/terminal";
import { expect, test } from "vitest";
import { methodFields } from "../help/method-help.ts";
import { lookUp, type Model } from "../help/model.ts";
import type { ShellKind } from "../parts/kind.ts";
import { readFlags } from "../start/flags.ts";
import { makeShell } from "../start/shell.ts";
import { createConnection } from "./connection.ts";

const shell = makeShell(readFlags([]), terminalOfThisProcess(), {
  pace: 0,
  isVerbose: false,
  conversation: () => undefined,
  changed: () => undefined,
});

/** What a service offers in one revision at a path such as `brokers` or `plans.show`. */
function offeredIn(kind: ShellKind, revision: string, path: string): Model | undefined {
  const url = "https://cluster.example";
  const connection = createConnection(shell, { name: "here", url, services: [{ kind, name: "its", revision }] });
  return lookUp(`its.${path}`, () => connection.tree(kind));
}

test("a wait is offered if the revision has its first operation", () => {
  expect(offeredIn("broker", "R1", "brokers")?.names()).toContain("restartAndWait");
  expect(offeredIn("broker", "R3", "brokers")?.names()).not.toContain("restartAndWait");
  expect(offeredIn("broker", "R3", "pods")?.names()).toContain("restartAndWait");
});

test("a field is offered if the revision supports it", () => {
  const fieldsIn = (revision: string) => {
    const method = offeredIn("broker", revision, "plans.show")?.method;
    return method && methodFields(method).map(({ name }) => name);
  };
  expect(fieldsIn("R1")).toEqual([]);
  expect(fieldsIn("R3")).toContain("plan");
});
