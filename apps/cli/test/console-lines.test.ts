import type { Reeve } from "@reeve/service";
import { apis } from "@reeve/tests/apis";
import { afterAll, beforeAll, expect, test } from "vitest";
// @boundaries-ignore: the test compares the command lines that the console shows with the command line
import type { Action, EnteredField } from "../../console/src/actions/action.ts";
// @boundaries-ignore: the test compares the command lines that the console shows with the command line
import { createActions, partitionActions, topicActions } from "../../console/src/actions/broker.ts";
// @boundaries-ignore: the test compares the command lines that the console shows with the command line
import { databaseActions } from "../../console/src/actions/database.ts";
// @boundaries-ignore: the test compares the command lines that the console shows with the command line
import { nodeActions } from "../../console/src/actions/nodes.ts";
// @boundaries-ignore: the test compares the command lines that the console shows with the command line
import { planActions, stepActions } from "../../console/src/actions/plans.ts";
// @boundaries-ignore: the test compares the command lines that the console shows with the command line
import { shownLine, shownRequest } from "../../console/src/actions/shown.ts";
// @boundaries-ignore: the test compares the command lines that the console shows with the command line
import type { InstanceInfo } from "../../console/src/state/cluster.ts";
import { homeAt, startCluster } from "./cluster.ts";
import { reeve } from "./command-line.ts";
import { columns } from "./lines.ts";

let cluster: Reeve;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.close());

const instances = apis.flatMap(({ name: kind }) => (columns[kind] ?? []).map(([revision, service]) => ({ kind, revision, service })));

test.each(instances)("the command lines that the console shows for $service send the requests that the console shows", async (instance) => {
  using home = homeAt(cluster, instance.service);
  const env = { REEVE_S3_ACCESS_KEY: "an-access-key", REEVE_S3_SECRET_KEY: "a-secret-key" };
  if (instance.kind === "broker") await reeve(home, "broker topics create orders --partitions 3 --replication 1");
  const actions = actionsOf(infoOf(instance));
  expect(actions.length).toBeGreaterThan(3);
  for (const action of actions) {
    const line = shownLine(action, answerTo);
    const words = wordsIn(line);
    expect(words.shift()).toBe("reeve");
    const { code, out, err } = await reeve(home, [...words, "--dry-run", "--json"], { env });
    expect(code, `${line}\n${err}`).toBe(0);
    // A dry run of an operation with a preview shows the preview and not the request.
    if (action.call.listed.operation.previewedBy !== undefined) continue;
    const { method, url, body } = JSON.parse(out);
    const request = shownRequest(action, answerTo);
    const text = `${method} ${url.slice(cluster.url.length)}${body === undefined ? "" : `\n${JSON.stringify(body)}`}`;
    expect(text, line).toBe(request);
  }
});

function answerTo({ field: { name, isSwitch, values }, value }: EnteredField): string {
  return (isSwitch ? values[0] : undefined) ?? (value || (SAMPLES[name] ?? ""));
}

/** Answers to the questions that have no default. */
const SAMPLES: Readonly<Record<string, string>> = {
  topic: "orders.late_1-a",
  away_from: "broker-2,broker-1",
  backup_name: "before.late-1",
  external_location: "s3://bucket",
  s3_access_key: "an-access-key",
  s3_secret_key: "a-secret-key",
  replicas: "1,0",
};

/** All actions that the console offers for an instance of this kind and revision. */
function actionsOf(info: InstanceInfo): readonly Action[] {
  const names = info.kind === "broker" ? ["deploy", "recovery", "partitions", "own"] : ["deploy", "recovery", "own"];
  return [
    ...nodeActions(info, "broker-1"),
    ...names.flatMap((name) => [
      ...planActions(info, name, { status: "COMPLETE" }),
      ...planActions(info, name, { status: "IN_PROGRESS" }),
      ...stepActions(info, name, { name: "it's a phase" }, { name: "broker-0:[node]", status: "PENDING" }),
    ]),
    ...(info.kind === "broker" ? [...createActions(info), ...topicActions(info, "orders", 3, 2), ...partitionActions(info)] : []),
    ...(info.kind === "wide-column" ? databaseActions(info) : []),
  ];
}

function infoOf({ kind, revision, service }: (typeof instances)[number]): InstanceInfo {
  return {
    ...{
      service,
      kind: kind as InstanceInfo["kind"],
      revision,
      simulated: true,
      engine: "simulated",
      runtime: "simulated",
    },
    ...{ agents: 3, configuration: "", nodes: { count: 3, running: 3 }, plans: {} },
  };
}

/** Splits a line into words as a shell does. */
function wordsIn(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|\\'|[^\s'])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|\\(')/g, (_, quoted, escaped) => quoted ?? escaped),
  );
}
