import { terminalOfThisProcess } from "@reeve/terminal";
import { expect, test } from "vitest";
import { readFlags } from "../start/flags.ts";
import { makeShell } from "../start/shell.ts";
import { createConnection } from "./connection.ts";
import { connectionObject } from "./connection-object.ts";

const shell = makeShell(readFlags([]), terminalOfThisProcess(), {
  pace: 0,
  isVerbose: false,
  conversation: () => undefined,
  changed: () => undefined,
});

test("services with one name share it, and no service replaces what a connection has itself", () => {
  const services = [
    { kind: "broker", name: "main" },
    { kind: "wide-column", name: "main" },
    { kind: "file-system", name: "help" },
    { kind: "broker", name: "close" },
  ] as const;
  const connection = createConnection(shell, { name: "here", url: "https://cluster.example", services });
  const object = connectionObject(connection) as Readonly<Record<string, unknown>>;
  expect(object.main).toBe(object.broker);
  expect(object.main).not.toBe(object.wideColumn);
  expect(object.help).toMatchObject({ name: "here" });
  expect(object.close).toBeTypeOf("function");
});
