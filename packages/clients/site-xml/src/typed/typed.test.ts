import { describe, expect, test } from "vitest";
import {
  boolean,
  className,
  createSite,
  duration,
  hostPort,
  hostPorts,
  integer,
  list,
  number,
  pattern,
  ranges,
  readSite,
  SiteXmlError,
  size,
  storageSize,
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
  storageSize: (values: Values, name: string) => storageSize(values, name),
  megabytes: (values: Values, name: string) => storageSize(values, name, "mb"),
  ranges: (values: Values, name: string) => ranges(values, name)?.map(({ from, to }) => [from, to]),
  className,
  pattern: (values: Values, name: string) => pattern(values, name)?.source,
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
    ["integer", "0x-1f", -31],
    ["integer", "9007199254740991", Number.MAX_SAFE_INTEGER],
    ["number", "0.90", 0.9],
    ["number", "1e3", 1000],
    ["number", "0.999f", 0.999],
    ["number", "-.5", -0.5],
    ["number", "5.", 5],
    ["boolean", "TRUE", true],
    ["boolean", " false ", false],
    ["list", "a, b ,,\n c\n", ["a", "b", "", "c"]],
    ["list", ",a \n \n b,,", ["", "a", "b"]],
    ["list", " , ", []],
    ["list", "", []],
    ["seconds", "30", 30],
    ["seconds", "500ms", 0],
    ["seconds", "-1999ms", -1],
    ["seconds", "2H", 7200],
    ["seconds", "-1", -1],
    ["seconds", "3m", 180],
    ["days", "36h", 1],
    ["nanoseconds", "7us", 7000],
    ["nanoseconds", "1d", 86_400e9],
    ["nanoseconds", "106751d", 106_751 * 86_400e9],
    ["size", "4096", 4096],
    ["size", "128m", 134_217_728],
    ["size", "64K", 65_536],
    ["size", "-1", -1],
    ["size", "1e", 2 ** 60],
    ["size", "3p", 3 * 2 ** 50],
    ["storageSize", "128mb", 2 ** 27],
    ["storageSize", "1.5 GB", 1.5 * 2 ** 30],
    ["storageSize", "2terabytes", 2 * 2 ** 40],
    ["storageSize", "64k", 2 ** 16],
    ["storageSize", "7b", 7],
    ["megabytes", "1500kb", 1.4648],
    [
      "ranges",
      "2-3,5, 7- ,-1",
      [
        [2, 3],
        [5, 5],
        [7, 2_147_483_647],
        [0, 1],
      ],
    ],
    ["ranges", "", []],
    ["className", " org.example.Outer$Inner ", "org.example.Outer$Inner"],
    ["pattern", "^a.*[bc]$", "^a.*[bc]$"],
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
    ["integer", "+0x1f", "a whole number"],
    ["integer", "-0x-1f", "a whole number"],
    ["number", "9e", "a number"],
    ["integer", "1e3", "a whole number"],
    ["integer", "12 345", "a whole number"],
    ["integer", "\u00a07", "a whole number"],
    ["integer", "9007199254740993", "a whole number that JavaScript can hold exactly"],
    ["number", "NaN", "a number"],
    ["number", "1e999", "a number"],
    ["number", "0x10", "a number"],
    ["number", ".", "a number"],
    ["seconds", "5 s", "a duration such as 30, 500ms or 2h"],
    ["seconds", "1.5s", "a duration such as 30, 500ms or 2h"],
    ["seconds", "5w", "a duration such as 30, 500ms or 2h"],
    ["nanoseconds", "106752d", "a duration that JavaScript can hold exactly"],
    ["seconds", "9007199254740993", "a duration that JavaScript can hold exactly"],
    ["seconds", "constructor", "a duration such as 30, 500ms or 2h"],
    ["size", "128mb", "a size such as 4096, 64k or 128m"],
    ["size", "9e", "a size below 8e that JavaScript can hold exactly"],
    ["storageSize", "128", "a size with its unit, such as 64kb or 1.5gb"],
    ["storageSize", " 1gb", "a size with its unit, such as 64kb or 1.5gb"],
    ["storageSize", "1xb", "a size with its unit, such as 64kb or 1.5gb"],
    ["ranges", "1-2-3", "ranges such as 2-3,5,7-"],
    ["ranges", "5-2", "ranges such as 2-3,5,7-"],
    ["ranges", "a", "ranges such as 2-3,5,7-"],
    ["className", "", "the name of a class such as java.lang.String"],
    ["className", "a..B", "the name of a class such as java.lang.String"],
    ["pattern", "a++", "a regular expression that means the same in Java and in JavaScript"],
    ["pattern", "(?:a)]", "a regular expression that means the same in Java and in JavaScript"],
    ["pattern", "\\Qa\\E", "a regular expression that means the same in Java and in JavaScript"],
    ["size", "1.5g", "a size such as 4096, 64k or 128m"],
    ["size", "9007199254740993", "a size below 8e that JavaScript can hold exactly"],
    ["hostPort", "host", "a host:port"],
    ["hostPort", "host:65536", "a host:port"],
    ["hostPort", "::1:80", "a host:port"],
    ["hostPort", "a b:80", "a host:port"],
    ["hostPorts", "a:1,", "host:port pairs separated by commas"],
    ["url", "/path", "a URL such as hdfs://cluster"],
  ] as const)("no %s: %j", (type, value, expected) => {
    const read = () => readers[type](new Map([["dfs.some.name", value]]), "dfs.some.name");
    expect(read).toThrow(SiteXmlError);
    expect(read).toThrow(expect.objectContaining({ code: "bad-value", property: "dfs.some.name" }));
    expect(read).toThrow(`expected ${expected}.`);
  });

  test("a sentence with its line, where there is one", () => {
    const site = readSite("<configuration>\n<property name='a' value='x'/>\n</configuration>");
    expect(() => integer(site, "a")).toThrow('Line 2: a is "x", expected a whole number.');
    expect(() => integer(site, "a")).toThrow(expect.objectContaining({ line: 2, property: "a" }));
  });

  test("a sentence that names the property and shows the value, if it is short", () => {
    expect(() => integer(new Map([["a", "x\u001b"]]), "a")).toThrow('a is "x\\u001b", expected a whole number.');
    expect(() => integer(new Map([["a", "x".repeat(200)]]), "a")).toThrow(`a is "${"x".repeat(80)}…", expected`);
  });
});

test("a value that makes clients use their default reads as not set, and can be reported", () => {
  const reported: string[] = [];
  const values = (value: string) => ({
    get: () => value,
    ignored: (name: string, said: string, expected: string) => reported.push(`${name} ${said}: ${expected}`),
  });
  expect(boolean(values("yes"), "a")).toBeUndefined();
  expect(boolean(values("1"), "a")).toBeUndefined();
  expect(boolean(values(""), "a")).toBeUndefined();
  expect(storageSize(values(" "), "a")).toBeUndefined();
  expect(pattern(values(""), "a")).toBeUndefined();
  expect(pattern(values("(a"), "a")).toBeUndefined();
  expect(reported).toEqual([
    "a yes: true or false",
    "a 1: true or false",
    "a : true or false",
    "a  : a size with its unit, such as 64kb or 1.5gb",
    "a : a regular expression",
    "a (a: a regular expression",
  ]);
});

test("an element without a value is not set, for any type; an empty text is no number, as for clients", () => {
  const unset = readSite("<configuration><property><name>a</name><value></value></property></configuration>");
  for (const read of Object.values(readers)) expect(read(unset, "a")).toBeUndefined();
  expect(unset.problems.map(({ code }) => code)).toEqual(["empty-value"]);
  expect(() => integer(createSite([{ name: "a", value: "" }]), "a")).toThrow("expected a whole number");
});

test.each(Object.entries(readers))("%s of a name that is not set is undefined", (_, read) => {
  expect(read(new Map(), "a")).toBeUndefined();
});
