import { isReeveError } from "@reeve/contract";
import { describe, expect, test } from "vitest";
import type { Command, Group } from "../command.ts";
import { readArguments } from "./arguments.ts";
import { find } from "./find.ts";

const create: Command = {
  name: "create",
  summary: "Create a topic",
  examples: [],
  positionals: [
    { name: "topic", summary: "its name", required: true },
    { name: "rest", summary: "more", required: false, many: true },
  ],
  flags: [
    { name: "partitions", short: "p", takes: "N", summary: "how many", required: true },
    { name: "label", takes: "TEXT", many: true, summary: "labels" },
    { name: "kind", takes: "KIND", choices: ["log", "table"], summary: "which" },
    { name: "compact", summary: "a switch" },
    { name: "secret", summary: "a secret", refused: "it is never an argument" },
  ],
  effect: "change",
  run: async () => undefined,
};

const group = (name: string, ...entries: Group["entries"]): Group => ({ name, summary: name, examples: [], entries });
const show: Command = { ...create, name: "show", summary: "Show it", positionals: [], flags: [], effect: "read" };
const root = group("reeve", group("broker", group("topics", create), group("plans"), group("connection", show)), group("operations"));

const read = (...words: readonly string[]) => {
  const { flags, words: typed } = readArguments(create, ["broker", "topics", "create"], words);
  return { ...Object.fromEntries(typed), ...Object.fromEntries(flags) };
};
const refusal = (...words: readonly string[]) => {
  try {
    return read(...words);
  } catch (thrown) {
    return isReeveError(thrown, "bad-input") ? thrown.message : thrown;
  }
};

describe("arguments", () => {
  test("flags may stand anywhere, long or short, and with = or a blank before the value", () => {
    const expected = { topic: ["orders"], partitions: ["3"] };
    expect(read("orders", "--partitions", "3")).toEqual(expected);
    expect(read("--partitions=3", "orders")).toEqual(expected);
    expect(read("-p", "3", "orders")).toEqual(expected);
    expect(read("-p3", "orders")).toEqual(expected);
    expect(read("-p=3", "orders")).toEqual(expected);
  });

  test("a word that begins with a dash is a value if it is a number, is only a dash, or follows --", () => {
    expect(read("orders", "-p", "-3")).toEqual({ topic: ["orders"], partitions: ["-3"] });
    expect(read("-p1", "-")).toEqual({ topic: ["-"], partitions: ["1"] });
    expect(read("-p1", "--", "--compact", "-x")).toEqual({ topic: ["--compact"], rest: ["-x"], partitions: ["1"] });
    expect(refusal("orders", "-p", "--compact")).toBe("--partitions needs a value: --partitions N");
  });

  test("combined letters are split, and repeated flags keep their order", () => {
    expect(read("orders", "-vvp2", "--label", "a", "--label=b,c")).toEqual({
      topic: ["orders"],
      verbose: ["", ""],
      partitions: ["2"],
      label: ["a", "b,c"],
    });
  });

  test("mistakes are reported with the name that was probably meant", () => {
    const whole = "reeve broker topics create";
    expect(refusal("orders", "--partition", "3")).toBe(`unknown flag --partition for ${whole}. Did you mean "--partitions"?`);
    expect(refusal("orders", "--topic", "x")).toBe(
      `unknown flag --topic for ${whole}. It is an argument without a flag: ${whole} <topic>.`,
    );
    expect(refusal("orders", "--bootstrap-server", "x")).toBe(`unknown flag --bootstrap-server for ${whole}. Did you mean "--url"?`);
    expect(refusal("orders", "-p1", "-p2")).toBe("--partitions is given twice");
    expect(refusal("orders", "-p1", "--compact=yes")).toBe("--compact takes no value");
    expect(refusal("orders", "-p1", "--kind", "tabel")).toBe('--kind: expected log, table, got "tabel". Did you mean "table"?');
    expect(refusal("orders", "-p1", "--secret", "x")).toBe("--secret: it is never an argument");
    expect(refusal("--compact")).toBe(`${whole} needs <topic> and --partitions N`);
    expect(refusal("orders", "-p1", "--dry-run")).toBe(`${whole} does not support --dry-run, so nothing was done`);
  });

  test("--help needs no other arguments", () => {
    expect(read("--help")).toEqual({ help: [""] });
    expect(read("orders", "-h")).toEqual({ help: [""] });
  });
});

describe("commands", () => {
  const match = async (...line: readonly string[]) => {
    const { path, rest } = await find(root, line);
    return `${path.join(" ")} | ${rest.join(" ")}`;
  };

  test("are found although flags stand before and between their words", async () => {
    expect(await match("broker", "topics", "create", "orders")).toBe("broker topics create | orders");
    expect(await match("--profile", "prod", "broker", "-v", "topics", "create", "x")).toBe("broker topics create | --profile prod -v x");
    expect(await match("broker", "--partitions", "3", "topics", "create", "x")).toBe("broker topics create | --partitions 3 x");
    expect(await match("broker", "topics")).toBe("broker topics | ");
  });

  test("are run without their verb if it is the only one of its noun and changes nothing", async () => {
    expect(await match("broker", "connection")).toBe("broker connection show | ");
    expect(await match("broker", "--profile", "prod", "connection", "-v")).toBe("broker connection show | --profile prod -v");
    await expect(match("broker", "connection", "shwo")).rejects.toThrow('Did you mean "show"?');
  });

  test("are also found by their names in other tools, and in the singular", async () => {
    expect(await match("broker", "topic", "new", "orders")).toBe("broker topics create | orders");
    expect(await match("broker", "topics", "add", "orders")).toBe("broker topics create | orders");
  });

  test("that do not exist are refused with a similar name, or with all names", async () => {
    await expect(match("broker", "tpoics", "create")).rejects.toThrow('unknown command "tpoics" for reeve broker. Did you mean "topics"?');
    await expect(match("broker", "xyz")).rejects.toThrow('unknown command "xyz" for reeve broker. There are: topics, plans, connection.');
  });
});
