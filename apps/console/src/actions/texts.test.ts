import { expect, test } from "vitest";
import type { InstanceInfo } from "../state/cluster.ts";
import type { Action } from "./action.ts";
import { createActions, groupActions, partitionActions, settingActions, topicActions } from "./broker.ts";
import { databaseActions } from "./database.ts";
import { nodeActions } from "./nodes.ts";
import { planActions, restartAllActions } from "./plans.ts";

const infoOf = (kind: InstanceInfo["kind"], revision: string) =>
  ({ service: "a-service", kind, revision, nodes: { count: 3, running: 3 } }) as unknown as InstanceInfo;

const broker = infoOf("broker", "R3");

const actions: readonly Action[] = [
  ...createActions(broker),
  ...topicActions(broker, "orders", 3, 2),
  ...settingActions(broker, "orders", { name: "retention.ms", value: "1", origin: "topic", inherited: "2" }),
  ...groupActions(broker, "reports", () => null),
  ...partitionActions(broker),
  ...databaseActions(infoOf("wide-column", "W1")),
  ...[broker, infoOf("wide-column", "W1"), infoOf("file-system", "V1")].flatMap((info) => [
    ...nodeActions(info, "a-node"),
    ...restartAllActions(info),
    ...planActions(info, "deploy", { status: "IN_PROGRESS" }),
  ]),
];

test("the texts of dialogs contain no markup", () => {
  expect(actions.length).toBeGreaterThan(20);
  for (const { label, title, about = "", questions, call } of actions) {
    const { consequence = "" } = call.listed.operation;
    const texts = [label, title, about, consequence, ...questions.map(({ field }) => field.about)];
    expect(texts.join("\n")).not.toMatch(/`|\*\*|\]\(/);
  }
});

test("an action opens the page that shows its outcome", () => {
  const opened = actions.flatMap(({ call, opens }) => (opens ? [`${call.listed.name} ${opens({ topic: "orders" }).join("/")}`] : []));
  expect(opened).toEqual(
    expect.arrayContaining([
      "topics.createWith topics/orders",
      "partitions.assign plans/partitions",
      "topics.delete topics",
      "topics.replication plans/partitions",
      "partitions.balance plans/partitions",
      "repair.start plans/repair",
      "backup.start plans/backup",
      "nodes.replace plans/recovery",
    ]),
  );
});
