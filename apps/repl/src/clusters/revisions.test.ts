import { terminalOfThisProcess } from "@reeve/terminal";
import { expect, test } from "vitest";
import { methodFields } from "../help/method-help.ts";
import { type Model, modelOf } from "../help/model.ts";
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

/** The nouns and methods that a service offers in one revision. */
function serviceIn(kind: ShellKind, revision: string): Model {
  const url = "https://cluster.example";
  const connection = createConnection(shell, { name: "here", url, services: [{ kind, name: "its", revision }] });
  const model = modelOf(connection.tree(kind));
  if (!model) throw new Error(`${kind} has no model`);
  return model;
}

test("a wait is offered if the revision has its first operation", () => {
  expect(serviceIn("broker", "R1").below("brokers")?.names()).toContain("restartAndWait");
  expect(serviceIn("broker", "R3").below("brokers")?.names()).not.toContain("restartAndWait");
  expect(serviceIn("broker", "R3").below("pods")?.names()).toContain("restartAndWait");
});

test("a field is offered if the revision supports it", () => {
  const fieldsIn = (revision: string) => {
    const method = serviceIn("broker", revision).below("plans")?.below("show")?.method;
    return method && methodFields(method).map(({ name }) => name);
  };
  expect(fieldsIn("R1")).toEqual([]);
  expect(fieldsIn("R3")).toContain("plan");
});
