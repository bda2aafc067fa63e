import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { describe, expect, test } from "vitest";
import * as siteXml from "../src/index.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const examples = [...readme.matchAll(/^## (.+)$|^```ts\n([\s\S]*?)^```$/gm)];

/** What an example line promises: `expression; // value`, or `// throws: message`. */
const PROMISE = /^(?<expression>[^\s/].*?);? \/\/ (?:throws: (?<message>.+)|(?<value>.+))$/;

describe("every promise in the README holds", () => {
  let heading = "";
  for (const [, title, code] of examples) {
    heading = title ?? heading;
    if (code === undefined) continue;
    const promises = code.split("\n").filter((line) => PROMISE.test(line));
    test(`${heading}: ${promises.length} promises`, () => {
      expect(promises.length).toBeGreaterThan(0);
      run(code);
    });
  }
});

/** Runs an example with each promise turned into a check. */
function run(code: string): void {
  const checked = code
    .split("\n")
    .map((line) => {
      const { expression, message, value } = PROMISE.exec(line)?.groups ?? {};
      if (message !== undefined) return `expect(() => ${expression}).toThrow(${JSON.stringify(message)});`;
      return value === undefined ? line : `expect(${expression}).toEqual(${value});`;
    })
    .join("\n")
    .replace(/^import (\{.*\}) from "@reeve\/site-xml";$/m, "const $1 = siteXml;");
  new Function("siteXml", "expect", stripTypeScriptTypes(checked))(siteXml, expect);
}
