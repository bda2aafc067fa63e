import { token } from "@reeve/auth";
import { isReeveError, type ListedOperation } from "@reeve/contract";
import { startReeve } from "@reeve/service";
import { plain, terminalOfThisProcess } from "@reeve/terminal";
import { describe, expect, test, vi } from "vitest";
import { createConnection } from "../src/clusters/connection.ts";
import { operationsIn } from "../src/clusters/instance.ts";
import type { ShellKind } from "../src/parts/kind.ts";
import { readFlags } from "../src/start/flags.ts";
import { makeShell } from "../src/start/shell.ts";

/** The errors of examples that a new cluster refuses, because an object is missing or already exists. All other examples succeed. */
const refused: Readonly<Record<string, unknown>> = {
  "configurations.show": "not-found",
  "topics.create": "conflict",
  "plans.forceComplete": "not-found",
  "plans.restart": "not-found",
  // The plan of a rolling restart exists only after its start, and the plan of partition moves only after a balance. Only one maintenance
  // plan can run at a time.
  "rollingRestart.show": "not-found",
  "partitions.show": "not-found",
  "partitions.balance": "conflict",
  "partitions.electLeaders": "conflict",
  "topics.replication": "conflict",
  "repair.start": "conflict",
  "backup.start": "conflict",
  "backups.show": "not-found",
  "backups.verify": "not-found",
  "restore.start": expect.stringMatching(/^(?:bad-input|conflict)$/),
};

const services: readonly (readonly [ShellKind, string])[] = [
  ["broker", "R1"],
  ["broker", "R2"],
  ["broker", "R3"],
  ["wide-column", "W1"],
  ["file-system", "V1"],
  ["file-system", "V2"],
];

describe("every operation can be called from the shell with its example, and its result is drawn", () => {
  test.each(services)("%s %s", { timeout: 120_000 }, async (kind, revision) => {
    const definition = { kind, pace: 0, ...(kind !== "wide-column" && { revision }) } as { kind: "broker"; pace: 0 };
    await using reeve = await startReeve({ services: { it: definition } }, { listen: false });
    const shell = makeShell(readFlags(["--yes"]), terminalOfThisProcess(), {
      pace: 0,
      isVerbose: false,
      conversation: () => undefined,
      changed: () => undefined,
    });
    const connection = createConnection(shell, {
      name: "test",
      url: reeve.url,
      fetch: reeve.fetch,
      credentials: token(reeve.token),
      services: [{ kind, name: "it", revision }],
    });
    type Method = (input?: unknown, options?: unknown) => Promise<unknown>;
    const tree = connection.tree(kind) as Readonly<Record<string, Readonly<Record<string, Method>>>>;
    const call = (name: string, input?: unknown) => {
      const [noun = "", verb = ""] = name.split(".");
      return tree[noun]?.[verb]?.(input) ?? Promise.reject(new Error(`there is no ${name}`));
    };
    await call("plans.wait");
    if (kind === "broker") await call("topics.create", { topic: "orders", partitions: 2, replication: 2 });

    const operations = operationsIn(connection.instance(kind));
    expect(operations.length).toBeGreaterThan(0);
    // Deletions come last. The operations on nodes follow them, because maintenance waits for all nodes.
    const rank = { read: 0, change: 1, destroy: 2 };
    const rankOf = ({ noun, operation: { effect } }: ListedOperation) => rank[effect] + (noun === "nodes" ? 3 : 0);
    const inOrder = [...operations].sort((a, b) => rankOf(a) - rankOf(b));
    for (const { name, operation } of inOrder) {
      try {
        const request = call(name, operation.example);
        const value = await request;
        // Text and numbers are drawn only after their promise has arrived.
        shell.drawings.arrived(request, value);
        expect(shell.drawings.of(value)?.lines(plain).join("\n"), name).toMatch(/\S/);
        // The next maintenance waits for this one, because only one maintenance plan can run at a time.
        if (kind === "wide-column" && name.endsWith(".start")) await maintenanceIsOver(() => call("maintenance.list"));
      } catch (error) {
        if (!isReeveError(error)) throw error;
        expect({ name, code: error.code, message: error.message }).toMatchObject({ name, code: refused[name] });
      }
    }
    await connection.close();
  });
});

async function maintenanceIsOver(list: () => Promise<unknown>): Promise<void> {
  await vi.waitFor(async () => {
    const [last] = (await list()) as readonly { readonly completed_at: string | null }[];
    expect(last?.completed_at).not.toBeNull();
  }, 120_000);
}
