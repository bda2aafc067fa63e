import { javaEnvironment } from "@reeve/java-software";
import { instanceDefinition } from "@reeve/orchestrator";
import { isOneShot, type PodSpec, templateVariables } from "@reeve/scheduler-models";
import { parse } from "valibot";
import { expect, test } from "vitest";
import { hintsOf, nodeEnvironmentOf } from "../cluster/environment.ts";
import { type KafkaDefinition, kafkaSettings } from "../settings/kafka-settings.ts";
import { kafkaPodSpecs } from "./pod-specs.ts";

const offer = {
  engine: { name: "kafka", kind: "broker", settings: kafkaSettings },
  runtime: { name: "local" },
} as const;
const definition = (more: object = {}) => parse(instanceDefinition([offer]), { kind: "broker", ...more }) as KafkaDefinition;
const specs = (more: object = {}) => kafkaPodSpecs("kafka", definition(more));
const fileOf = (spec: PodSpec | undefined, path: string) =>
  spec?.["task-specs"].at(-1)?.["config-files"]?.find((file) => file["relative-path"] === path)?.["template-content"] ?? "";
const serverOf = (spec: PodSpec | undefined) => fileOf(spec, "etc/server.properties");

test("controllers come first; a node is formatted once, and afterwards only starts", () => {
  const [controller, broker] = specs({ controllers: 3, settings: { BROKER_COUNT: 5 } });
  expect([controller?.type, controller?.count, broker?.type, broker?.count]).toEqual(["controller", 3, "broker", 5]);
  expect(controller?.["task-specs"].map((task) => [task.name, isOneShot(task)])).toEqual([
    ["format", true],
    ["node", false],
  ]);
  expect(broker?.["task-specs"].map((task) => [task.name, isOneShot(task)])).toEqual([["node", false]]);
});

test("by default the loss of one broker loses no acknowledged record, and its restart interrupts no writer", () => {
  const of = (brokers: number, more: object = {}) => {
    const [controller, broker] = specs({ settings: { BROKER_COUNT: brokers }, ...more });
    const value = (spec: PodSpec | undefined, name: string) =>
      serverOf(spec)
        .split("\n")
        .find((line) => line.startsWith(`${name}=`))
        ?.split("=")[1];
    return [
      value(controller, "default.replication.factor"),
      value(broker, "min.insync.replicas"),
      value(broker, "transaction.state.log.min.isr"),
      value(controller, "unclean.leader.election.enable"),
    ];
  };
  expect([1, 2, 3, 5].map((brokers) => of(brokers))).toEqual([
    ["1", "1", "1", "false"],
    ["2", "1", "1", "false"],
    ["3", "2", "2", "false"],
    ["3", "2", "2", "false"],
  ]);
  const given = { "min.insync.replicas": 3, "unclean.leader.election.enable": true };
  expect(of(3, { engineConfiguration: given })).toEqual(["3", "3", "2", "true"]);
});

test("given settings override defaults, but not what the service needs", () => {
  const [, broker] = specs({ engineConfiguration: { "num.io.threads": 9, "delete.topic.enable": false } });
  const lines = serverOf(broker).split("\n");
  expect(lines).toContain("num.io.threads=9");
  expect(lines).toContain("auto.create.topics.enable=false");
  expect(lines).toContain("log.dirs=broker-data");
  expect(new Set(lines.map((line) => line.split("=")[0])).size).toBe(lines.length);
});

test("a backslash in a value is escaped", () => {
  const [, broker] = specs({ engineConfiguration: { "super.users": String.raw`User:CN=a\b` } });
  expect(serverOf(broker)).toContain(String.raw`super.users=User:CN=a\\b`);
});

test("letters that are not ASCII reach Java unchanged", () => {
  const [, broker] = specs({ engineConfiguration: { "super.users": "User:Zoë~😀" } });
  expect(serverOf(broker)).toContain(String.raw`super.users=User:Zo\u00eb~\ud83d\ude00`);
});

test("a change of memory, or of a setting for brokers alone, leaves the controllers unchanged", () => {
  const [before] = specs({ engineConfiguration: {} });
  expect(specs({ settings: { BROKER_MEM: 512 }, engineConfiguration: {} })[0]).toEqual(before);
  expect(specs({ engineConfiguration: { "log.retention.hours": 1 } })[0]).toEqual(before);
  expect(specs({ engineConfiguration: { "delete.topic.enable": false } })[0]).not.toEqual(before);
});

test("raising the number of brokers beyond three changes none of them", () => {
  const [, three] = specs({ settings: { BROKER_COUNT: 3 } });
  const [, four] = specs({ settings: { BROKER_COUNT: 4 } });
  expect({ ...four, count: 3 }).toEqual(three);
});

test("every variable of a file and of a command has a value at launch", () => {
  const members = { brokers: () => [], controllers: () => [], placedControllers: () => [], placedBrokers: () => [] };
  for (const spec of specs({ controllers: 3 })) {
    const node = { podType: spec.type, index: 0 } as Parameters<typeof nodeEnvironmentOf>[0];
    const given = Object.keys({
      ...javaEnvironment({ java: "java", classPath: "a.jar" }),
      ...nodeEnvironmentOf(node, "id"),
      ...hintsOf(node, members, false),
    });
    for (const task of spec["task-specs"]) {
      const ports = task["resource-set"]["resource-specifications"].flatMap((each) => each["port-specs"] ?? []);
      const known = new Set([
        ...given,
        ...Object.keys(task["command-spec"].environment),
        ...ports.map(({ envKey }) => envKey),
        ...["MESOS_SANDBOX", "MESOS_CONTAINER_IP", "FRAMEWORK_NAME", "TASK_NAME"],
      ]);
      const asked = (task["config-files"] ?? []).flatMap((file) => templateVariables(file["template-content"]).variables);
      const inCommand = [...task["command-spec"].value.matchAll(/\$([A-Z_]+)/g)].map(([, name]) => name);
      expect([...asked, ...inCommand].filter((name) => !known.has(name ?? ""))).toEqual([]);
    }
  }
});

test("adjacent ranges of fixed ports are accepted", () => {
  const ports = { broker: 9500, controller: 9503 };
  expect(() => specs({ ports, controllers: 3 })).not.toThrow();
  expect(() => specs({ ports: { broker: 65_533, controller: 65_532 } })).not.toThrow();
});

test.each([
  [{ settings: { BROKER_MEM: 100 } }, "BROKER_MEM is 100: a broker needs at least 192 MB"],
  [{ settings: { BROKER_COUNT: 1000 } }, "BROKER_COUNT is 1000: there have to be fewer than 1000 brokers"],
  [{ ports: { brokr: 9092 } }, "ports: there is no port brokr; did you mean broker?"],
  [
    { ports: { broker: 9500, controller: 9501 }, controllers: 3, settings: { BROKER_COUNT: 2 } },
    "ports: broker-0 to broker-1 have the ports 9500 to 9501, and controller-0 to controller-2 have the ports 9501 to 9503: the ranges overlap",
  ],
  [{ ports: { broker: 65_534 } }, "ports: broker-0 to broker-2 have the ports 65534 to 65536, and 65535 is the largest port"],
])("%j is refused", (more, reason) => {
  expect(() => specs(more)).toThrow(reason);
});

test("each task has a folder of its own for temporary files", () => {
  const commands = specs().flatMap((spec) => spec["task-specs"].map((task) => task["command-spec"].value));
  expect(commands).toHaveLength(3);
  for (const command of commands) {
    expect(command).toMatch(/^mkdir -p tmp \|\| exit 1; .*"\$JAVA" \$JAVA_OPTIONS -Djava\.io\.tmpdir="\$MESOS_SANDBOX\/tmp" /);
  }
});
