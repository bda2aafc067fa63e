import { isReeveError } from "@reeve/contract";
import { immediate } from "@reeve/orchestrator/engine";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { offersWith } from "../engines/open-engines.ts";
import { readDefinitionText, readObject } from "./read-definition.ts";

const offers = await offersWith();

const refusedText = async (text: string): Promise<string> => {
  const error = await readDefinitionText(text, "cluster.yaml", { offers }).catch((thrown: unknown) => thrown);
  if (!isReeveError(error, "bad-input")) throw new Error(`not refused: ${JSON.stringify(error)}`);
  return error.message;
};

describe("a definition", () => {
  test("that is empty means one instance of each kind, with all defaults", async () => {
    const { definition } = await readDefinitionText("{}", "cluster.yaml", { offers });
    expect(definition).toMatchObject({ edition: "open", tokens: {}, serviceAccounts: [], tls: false, objectStore: {} });
    expect(definition.services).toMatchObject({
      kafka: { kind: "broker", revision: "R3", pace: 1, settings: { BROKER_COUNT: 3, PHASE_STRATEGY: "INSTALL" } },
      cassandra: { kind: "wide-column", revision: "W1", settings: { NODE_COUNT: 3 } },
      hdfs: {
        kind: "file-system",
        revision: "V1",
        pods: { journal: { count: 3 }, name: { count: 2 }, fc: { count: 2 }, data: { count: 3 } },
      },
    });
    expect(readObject({}, { offers }).definition).toEqual(definition);
  });

  test.each(["", " \n", "# services:\n", "---\n", "null", "~"])("without any content is refused: %j", async (text) => {
    expect(await refusedText(text)).toBe("cluster.yaml: the definition is empty");
  });

  test("may be JSON, and lists the fields that were given", async () => {
    const { definition, written } = await readDefinitionText(
      '{ "edition": "enterprise", "services": { "k": { "kind": "broker" } } }',
      "x",
      { offers },
    );
    expect(definition.edition).toBe("enterprise");
    expect([...written]).toEqual(["edition", "services"]);
  });

  test("is overridden by given revisions", () => {
    const { definition } = readObject({ services: { a: { kind: "broker", revision: "R2" } } }, { offers, revisions: { broker: "R1" } });
    expect(definition.services.a?.revision).toBe("R1");
    expect(readObject({}, { offers, revisions: { "file-system": "V2" } }).definition.services.hdfs?.revision).toBe("V2");
  });
});

describe("errors in a file have their line and column", () => {
  test("a misspelt field, with a suggestion", async () => {
    expect(await refusedText("services:\n  kafka:\n    kind: broker\n    settings:\n      BROKER_CONT: 4\n")).toBe(
      [
        'cluster.yaml:5:7: services.kafka.settings.BROKER_CONT: there is no such field (did you mean "BROKER_COUNT"?)',
        "  5 |       BROKER_CONT: 4",
        "    |       ^",
      ].join("\n"),
    );
  });

  test("a value out of its bounds, together with every other error", async () => {
    const message = await refusedText("editon: open\nservices:\n  kafka: { kind: broker, settings: { BROKER_COUNT: 0 } }\n");
    expect(message).toContain('cluster.yaml:1:1: editon: there is no such field (did you mean "edition"?)');
    expect(message).toContain("cluster.yaml:3:52: services.kafka.settings.BROKER_COUNT: expected an integer from 1 to 10000, received 0");
  });

  test("a name that JavaScript reserves", async () => {
    expect(await refusedText("services:\n  kafka: { kind: broker }\n  prototype: { kind: broker }\n")).toBe(
      [
        "cluster.yaml:3:3: services.prototype: expected another name: JavaScript reserves this name",
        "  3 |   prototype: { kind: broker }",
        "    |   ^",
      ].join("\n"),
    );
  });

  test("a kind that does not exist, and one that is missing", async () => {
    expect(await refusedText("services: { k: { kind: brocker } }")).toContain(
      "cluster.yaml:1:24: services.k.kind: expected broker, wide-column or file-system",
    );
    expect(await refusedText("services: { k: { revision: R1 } }")).toContain(
      "cluster.yaml:1:13: services.k.kind: expected broker, wide-column or file-system, received nothing",
    );
  });

  test("malformed names, and names of the service's own paths", async () => {
    expect(await refusedText("services: { Kafka: { kind: broker } }")).toMatch(/^cluster.yaml:1:13: services.Kafka: .*lower-case letters/);
    expect(await refusedText("services: { reeve: { kind: broker } }")).toMatch(/the service itself uses this name as a path/);
  });

  test("a plan with the name of one of the service's own plans", async () => {
    const text = "services:\n  k:\n    kind: broker\n    plans:\n      deploy: { phases: [{ name: a, steps: [restart broker-0] }] }\n";
    expect(await refusedText(text)).toContain("cluster.yaml:5:7: services.k.plans.deploy: ");
  });

  test("text that is not YAML, a duplicate key, a second document", async () => {
    expect(await refusedText("services:\n  kafka: {\n")).toMatch(/^cluster.yaml:\d+:\d+: this is not well-formed YAML: /);
    expect(await refusedText("edition: open\nedition: open\n")).toContain("cluster.yaml:2:1: this key is a duplicate");
    expect(await refusedText("edition: open\n---\nedition: open\n")).toContain("a second document begins here");
  });

  test("a definition that is a list, or has no service", async () => {
    expect(await refusedText("- a\n")).toContain("expected an object");
    expect(await refusedText("services: {}\n")).toContain("expected at least one service");
  });
});

describe("a hostile file", () => {
  test("that expands its anchors without bound is refused early", async () => {
    const laughs = ["a: &a [x, x, x, x, x, x, x, x, x, x]"];
    for (let level = 1; level < 9; level++) {
      const before = `*${String.fromCharCode(96 + level)}`;
      laughs.push(`${String.fromCharCode(97 + level)}: &${String.fromCharCode(97 + level)} [${Array(10).fill(before).join(", ")}]`);
    }
    expect(await refusedText(laughs.join("\n"))).toContain("anchors");
  });

  test("that is nested too deeply is refused", async () => {
    expect(await refusedText("[".repeat(100_000))).toMatch(/deeply|well-formed/);
  });

  test("that is too long is refused", async () => {
    expect(await refusedText(`# ${"x".repeat(1_100_000)}`)).toContain("longer than");
  });

  test("of ten thousand services is read, from YAML in a thread of its own", async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => [`s${index}`, { kind: "broker" }] as const);
    const yaml = `services:\n${many.map(([name]) => `  ${name}: { kind: broker }\n`).join("")}`;
    const read = await readDefinitionText(yaml, "x", { offers });
    expect(Object.keys(read.definition.services)).toHaveLength(10_000);
    expect(read).toEqual(await readDefinitionText(JSON.stringify({ services: Object.fromEntries(many) }), "x", { offers }));
  });

  test("that is large is refused with the same sentences and places as a small one", async () => {
    const wrong = ["edition: closed\nservices: { k: { kind: broker, paces: 1 } }\n", "a: b: c\n", "a: &a [*a]\n", "- x\n"];
    const large = "# x\n".repeat(5000);
    for (const text of wrong) expect(await refusedText(`${text}${large}`)).toBe(await refusedText(`${text}# x`));
  });

  test("cannot set properties that objects have themselves", async () => {
    const own = 'services: { k: { kind: broker, plans: { "__proto__": { phases: [{ name: a, steps: [restart broker-0] }] } } } }';
    expect(await refusedText(own)).toContain("services.k.plans.__proto__: expected another name");
    expect(await refusedText("services: { k: { kind: broker, __proto__: { pace: 0 } } }")).toContain("__proto__");
  });
});

test("ordinary anchors are accepted", async () => {
  const text = "services:\n  a: &broker { kind: broker, pace: 0 }\n  b: *broker\n";
  const { definition } = await readDefinitionText(text, "cluster.yaml", { offers });
  expect(definition.services.b).toEqual(definition.services.a);
});

describe("the runtime of an instance", () => {
  const read = (text: string) => readDefinitionText(`services:\n  it:\n    kind: broker\n${text}`, "cluster.yaml", { offers });

  test.each(["    engine: simulated\n    runtime: simulated\n", "    engine: kafka\n    runtime: { name: local }\n"])(
    "has to fit its engine: %j",
    async (text) => {
      expect((await read(text)).definition.services.it?.runtime).toBeDefined();
    },
  );

  test("is the engine's default where none is given", async () => {
    expect((await read("")).definition.services.it).not.toHaveProperty("runtime");
  });

  test.each([
    [
      "    runtime: local\n",
      "4:14",
      "the engine simulated does not run on local; set engine: kafka to run on local, or runtime: simulated to keep",
    ],
    [
      "    engine: kafka\n    runtime: simulated\n",
      "5:14",
      "the engine kafka does not run on simulated; set engine: simulated to run on simulated, or runtime: local or kubernetes to",
    ],
    ["    runtime: moon\n", "4:14", 'there is no runtime "moon"; available: simulated, local, kubernetes'],
    [
      "    runtime: { name: kubernetes, image: tools }\n",
      "4:22",
      "set engine: kafka to run on kubernetes, or runtime: simulated to keep the engine simulated",
    ],
    ["    engine: kafka\n    runtime: kubernetes\n", "5:14", "the runtime kubernetes needs more settings: { name: kubernetes, image: … }"],
    ["    engine: kafak\n", "4:13", 'there is no engine "kafak" for a broker; available: simulated, kafka'],
    ["    runtime: { name: local }\n", "4:22", "the engine simulated does not run on local; set engine: kafka to run on local"],
    ["    runtime: { name: simulated, speed: 2 }\n", "4:33", "speed: there is no such field"],
  ])("is refused with its position: %j", async (text, place, reason) => {
    const error = await read(text).catch((thrown: Error) => thrown.message);
    expect(error).toContain(`cluster.yaml:${place}: services.it.`);
    expect(error).toContain(reason);
  });
});

describe("settings of an engine and of a runtime", () => {
  const engine = {
    name: "own",
    kind: "broker",
    settings: {
      speed: v.exactOptional(v.picklist([1, 2], "expected 1 or 2"), 1),
      now: immediate(v.exactOptional(v.boolean())),
    },
  } as const;
  const runtime = { name: "moon", settings: { crater: v.exactOptional(v.string("expected text"), "north") } };
  const own = [...offers, { engine, runtime }];
  const read = (text: string, unknown?: "keep") =>
    readDefinitionText(`services:\n  it:\n    kind: broker\n${text}`, "cluster.yaml", {
      offers: own,
      ...(unknown && { unknown }),
    });
  const it = async (text: string, unknown?: "keep") => (await read(text, unknown)).definition.services.it;

  test("are read with their defaults, and only those of the chosen engine", async () => {
    const read = await it("    engine: own\n    runtime: { name: moon }\n");
    expect(read).toMatchObject({ speed: 1, runtime: { name: "moon", crater: "north" } });
    expect(read).not.toHaveProperty("pace");
    expect(await it("    engine: kafka\n")).toMatchObject({ controllers: 1, ports: {} });
    expect(await it("")).not.toHaveProperty("controllers");
  });

  test.each([
    ["    engine: own\n    speed: 3\n", "5:12: services.it.speed: expected 1 or 2, received 3"],
    ["    engine: own\n    sped: 3\n", '5:5: services.it.sped: there is no such field (did you mean "speed"?)'],
    ["    engine: own\n    pace: 1\n", "5:5: services.it.pace: there is no such field"],
    ["    controllers: 3\n", "4:5: services.it.controllers: there is no such field"],
    ["    engine: own\n    runtime: { name: moon, crater: 2 }\n", "5:36: services.it.runtime.crater: expected text"],
    [
      "    engine: own\n    runtime: { name: moon, crate: 2 }\n",
      '5:28: services.it.runtime.crate: there is no such field (did you mean "crater"?)',
    ],
  ])("are refused with their position: %j", async (text, reason) => {
    expect(await read(text).catch((thrown: Error) => thrown.message)).toContain(`cluster.yaml:${reason}`);
  });

  test("are kept even if this service does not know their engine", async () => {
    const other = "    engine: other\n    runtime: { name: mars, colour: red }\n    speed: 3\n";
    expect(await it(other, "keep")).toMatchObject({ speed: 3, runtime: { name: "mars", colour: "red" } });
    await expect(read(other)).rejects.toThrow('there is no engine "other" for a broker; available:');
  });
});
