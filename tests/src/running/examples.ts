import { callOperation } from "@reeve/client";
import { type AnyApi, type ListedOperation, listOperations } from "@reeve/contract";
import { startRollingRestart } from "@reeve/scheduler-models";
import { clientFor } from "../clients.ts";
import type { Cluster } from "./cluster.ts";
import type { Ledger } from "./ledger.ts";

/** Calls each operation that has not been called yet with its declared example, and checks the answer. Destructive operations come last. */
export async function runExamples(
  api: AnyApi,
  { revision, service }: { readonly revision: string; readonly service: string },
  cluster: Cluster,
  ledger: Ledger,
  access: string,
): Promise<void> {
  const page = ledger.page(api, revision, access);
  const client = clientFor(api.name, { ...cluster.reach, service, revision, onAnswer: page.onAnswer });
  // The plan of a rolling restart can only be shown after its start.
  const rank = { read: 0, change: 1, destroy: 2 };
  const rankOf = ({ operation }: ListedOperation) => (operation === startRollingRestart ? -1 : rank[operation.effect]);
  const left = listOperations(api, revision)
    .filter(({ name }) => !page.seen(name))
    .sort((one, other) => rankOf(one) - rankOf(other));
  if (left.length === 0) return;
  // The topic that the examples use.
  const topic = { topic: "orders", partitions: 3, replication: 2 };
  if (api.name === "broker") await callOperation(client, "topics.create", topic).catch(() => undefined);
  for (const { name, operation } of left) {
    await page.asked(name, callOperation(client, name, operation.example), (answer) => answer.read());
  }
}
