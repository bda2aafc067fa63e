import { describe, expect, test } from "vitest";
import {
  boolean,
  duration,
  hostPort,
  hostPorts,
  integer,
  list,
  number,
  SiteXmlError,
  size,
  url,
  type Values,
} from "../index.ts";

const readers = {
  integer,
  number,
  boolean,
  list,
  size,
  hostPort,
  hostPorts,
  url: (values: Values, name: string) => url(values, name)?.href,
  seconds: (values: Values, name: string) => duration(values, name, "s"),
  days: (values: Values, name: string) => duration(values, name, "d"),
  nanoseconds: (values: Values, name: string) => duration(values, name, "ns"),
};

describe("a value is read as", () => {
  test.each([
    ["integer", "007", 7],
    ["integer", " -12\n", -12],
    ["integer", "+5", 5],
    ["integer", "0x1F", 31],
    ["integer", "-0X1f", -31],
    ["integer", "9007199254740991", Number.MAX_SAFE_INTEGER],
    ["number", "0.90", 0.9],
    ["number", "1e3", 1000],
    ["number", "0.999f", 0.999],
    ["number", "-.5", -0.5],
    ["number", "5.", 5],
    ["boolean", "TRUE", true],
    ["boolean", " false ", false],
    ["list", "a, b ,,\n c\n", ["a", "b", "c"]],
    ["list", "", []],
    ["seconds", "30", 30],
    ["seconds", "500ms", 0.5],
    ["seconds", "9ms", 0.009],
    ["seconds", "2H", 7200],
    ["seconds", "-1", -1],
    ["seconds", "3m", 180],
    ["days", "36h", 1.5],
    ["nanoseconds", "7us", 7000],
    ["nanoseconds", "1d", 86_400e9],
    ["size", "4096", 4096],
    ["size", "128m", 134_217_728],
    ["size", "64K", 65_536],
    ["size", "-1", -1],
    ["size", "1e", 2 ** 60],
    ["size", "3p", 3 * 2 ** 50],
    ["hostPort", "name-0.example:9001", { host: "name-0.example", port: 9001 }],
    ["hostPort", " [::1]:0 ", { host: "::1", port: 0 }],
    [
      "hostPorts",
      "a:1,b:2",
      [
        { host: "a", port: 1 },
        { host: "b", port: 2 },
      ],
    ],
    ["url", " hdfs://cluster/path ", "hdfs://cluster/path"],
  ] as const)("%s: %j", (type, value, expected) => {
    expect(readers[type](new Map([["a", value]]), "a")).toEqual(expected);
  });
});

describe("a value that does not fit is refused as", () => {
  test.each([
    ["integer", "", "a whole number"],
    ["integer", "1.0", "a whole number"],
    ["integer", "1e3", "a whole number"],
    ["integer", "12 345", "a whole number"],
    ["integer", "\u00a07", "a whole number"],
    ["integer", "9007199254740993", "a whole number that JavaScript can hold exactly"],
    ["number", "NaN", "a number"],
    ["number", "1e999", "a number"],
    ["number", "0x10", "a number"],
    ["number", ".", "a number"],
    ["boolean", "yes", "true or false"],
    ["boolean", "", "true or false"],
    ["seconds", "5 s", "a duration such as 30, 500ms or 2h"],
    ["seconds", "1.5s", "a duration such as 30, 500ms or 2h"],
    ["seconds", "5w", "a duration such as 30, 500ms or 2h"],
    ["seconds", "constructor", "a duration such as 30, 500ms or 2h"],
    ["size", "128mb", "a size such as 4096, 64k or 128m"],
    ["size", "1.5g", "a size such as 4096, 64k or 128m"],
    ["size", "9007199254740993", "a size that JavaScript can hold exactly"],
    ["hostPort", "host", "a host:port"],
    ["hostPort", "host:65536", "a host:port"],
    ["hostPort", "::1:80", "a host:port"],
    ["hostPort", "a b:80", "a host:port"],
    ["hostPorts", "a:1,", "host:port pairs between commas"],
    ["url", "/path", "a URL such as hdfs://cluster"],
  ] as const)("no %s: %j", (type, value, expected) => {
    const read = () => readers[type](new Map([["dfs.some.name", value]]), "dfs.some.name");
    expect(read).toThrow(SiteXmlError);
    expect(read).toThrow(expect.objectContaining({ code: "bad-value", property: "dfs.some.name" }));
    expect(read).toThrow(`expected ${expected}.`);
  });

  test("a sentence that names the property and shows the value, if it is short", () => {
    expect(() => integer(new Map([["a", "x\u001b"]]), "a")).toThrow('a is "x\\u001b", expected a whole number.');
    expect(() => integer(new Map([["a", "x".repeat(200)]]), "a")).toThrow(`a is "${"x".repeat(80)}…", expected`);
  });
});

test.each(Object.entries(readers))("%s of a name that is not set is undefined", (_, read) => {
  expect(read(new Map(), "a")).toBeUndefined();
});
