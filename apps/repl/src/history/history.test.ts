import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { createSecrets, HIDDEN_SECRET } from "../show/secrets.ts";
import { openHistory } from "./history.ts";
import { redactLine } from "./redact-line.ts";

const nothingKnown = (text: string) => text;

describe("a line in the history", () => {
  test.each([
    ['connect({ token: "abc123" })', `connect({ token: "${HIDDEN_SECRET}" })`],
    ["const password = 'hush'", `const password = '${HIDDEN_SECRET}'`],
    ['x["s3_secret_key"] = "k"', `x["s3_secret_key"] = "${HIDDEN_SECRET}"`],
    ['{ "apiKey" : `k` }', `{ "apiKey" : \`${HIDDEN_SECRET}\` }`],
    ['fetch(url, { headers: { authorization: "token=abcdefgh" } })', `fetch(url, { headers: { authorization: "${HIDDEN_SECRET}" } })`],
    ["curl('Bearer abcdefghijkl')", `curl('Bearer ${HIDDEN_SECRET}')`],
    ["const t = 'eyJhbGciOi.eyJ1aWQi.c2ln'", `const t = '${HIDDEN_SECRET}'`],
    ['broker.topics.describe({ topic: "token" })', 'broker.topics.describe({ topic: "token" })'],
  ])("%s", (typed, kept) => {
    expect(redactLine(typed, nothingKnown)).toBe(kept);
  });

  test("a private key is not kept at all", () => {
    expect(redactLine('const pem = "-----BEGIN RSA PRIVATE KEY-----', nothingKnown)).toBeUndefined();
  });

  test("no known secret is kept, wherever it stands", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 4 }), fc.string(), fc.string(), (secret, before, after) => {
        const secrets = createSecrets();
        secrets.add(secret);
        fc.pre(!HIDDEN_SECRET.includes(secret));
        const kept = secrets.redact(`${before}${secret}${after}`);
        // The marks are replaced by line ends, because a mark and the text around it may form the secret again.
        expect(kept.replaceAll(HIDDEN_SECRET, "\n").includes(secret) && !secret.includes("\n")).toBe(false);
      }),
    );
  });
});

describe("a history", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "reeve-history-"));
    return () => rmSync(folder, { recursive: true });
  });
  const file = () => join(folder, "state", "repl-history");
  /** Adds a line at the start of the list, as readline does. */
  const type = (history: ReturnType<typeof openHistory>, ...lines: readonly string[]) => {
    for (const [index, line] of lines.entries()) history.typed([line, ...history.lines], index > 0);
    history.flush();
  };

  test.each([
    ["f({\n  a: 1,\n})", "f({ a: 1, })"],
    // Joined, these would be wrong or mean something else.
    ["f(() => {\n  a()\n  b()\n})", "})\r  b()\r  a()\rf(() => {"],
    ["f(1, // one\n2)", "2)\rf(1, // one"],
    ["f(() => {\nreturn\n1 })", "1 })\rreturn\rf(() => {"],
  ])("keeps the lines of %j as %j", (code, kept) => {
    const history = openHistory(undefined, nothingKnown);
    const lines = code.split("\n");
    // Node joins the lines of a command last to first.
    for (const at of lines.keys()) {
      history.typed(
        [
          lines
            .slice(0, at + 1)
            .reverse()
            .join("\r"),
          ...history.lines,
        ],
        at > 0,
      );
    }
    history.flush();
    expect(history.lines).toEqual([kept]);
  });

  test("can be read only by its owner, from the first line on", () => {
    type(openHistory(file(), nothingKnown), "1 + 1");
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "state")).mode & 0o777).toBe(0o700);
    expect(readFileSync(file(), "utf8")).toBe("1 + 1\n");
  });

  test("is restricted to its owner if others could read it", () => {
    const own = join(folder, "history");
    writeFileSync(own, "before\n", { mode: 0o644 });
    type(openHistory(own, nothingKnown), "after");
    expect(statSync(own).mode & 0o777).toBe(0o600);
  });

  test("is there in the next run, newest first, and two concurrent runs lose no lines", () => {
    const [one, other] = [openHistory(file(), nothingKnown), openHistory(file(), nothingKnown)];
    type(one, "first");
    type(other, "second");
    type(one, "third");
    expect(openHistory(file(), nothingKnown).lines).toEqual(["third", "second", "first"]);
  });

  test("keeps nothing of a command that begins with a space, even over several lines", () => {
    const history = openHistory(file(), nothingKnown);
    type(history, "before");
    type(history, " const x = {", "  a: 1,", "}");
    type(history, "after");
    expect(openHistory(file(), nothingKnown).lines).toEqual(["after", "before"]);
  });

  test("works without a file if none can be written", () => {
    writeFileSync(join(folder, "state"), "no folder");
    const history = openHistory(file(), nothingKnown);
    type(history, "1");
    expect(history.lines).toEqual(["1"]);
  });
});
