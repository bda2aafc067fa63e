import { errorCodes, ReeveError } from "@reeve/contract";
import { describe, expect, test } from "vitest";

import { endingOf, exitCodeOf, exitCodes, explain, explainJson } from "./failure.ts";
import { plain } from "./text/style.ts";

const notThere = new ReeveError("not-found", 'no topic "ordrs" in kafka.\u001b[2J Did you mean "orders"?', {
  operation: "topics.describe",
  revision: "R3",
  status: 404,
});

test("each code of an error has an exit code, and no two endings share one", () => {
  expect(Object.keys(errorCodes).filter((code) => !(code in exitCodes))).toEqual([]);
  // Defects and output that cannot be written have the exit codes that other programs use for them.
  // The code for changes is that of terraform plan, so in the commands that compare, bad input ends with 1.
  const { unwritten, changes, ...others } = exitCodes;
  expect([unwritten, changes]).toEqual([1, 2]);
  const refused = new ReeveError("bad-input", "x");
  expect([exitCodeOf(refused), exitCodeOf(refused, true), exitCodeOf(notThere, true)]).toEqual([2, 1, 6]);
  const numbers = Object.values(others);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect([exitCodes["bad-input"], exitCodes["not-found"], exitCodes["rollout-failed"], exitCodes.cancelled]).toEqual([2, 6, 13, 130]);
});

test("what is no error of ours is a defect", () => {
  expect([endingOf(notThere), endingOf(new TypeError("x")), endingOf("x")]).toEqual(["not-found", "defect", "defect"]);
});

describe("an error in words", () => {
  test("is one sentence where there is nothing more to do", () => {
    expect(explain(notThere, plain)).toEqual(['error: no topic "ordrs" in kafka.\\x1b[2J Did you mean "orders"?']);
  });

  test("keeps the lines of several mistakes, and makes each harmless", () => {
    const error = new ReeveError("bad-input", "a.yaml:1:2 no kind\r\na.yaml:3:4 no \u001b[2Jrevision\n");
    expect(explain(error, plain)).toEqual(["error: a.yaml:1:2 no kind", "       a.yaml:3:4 no \\x1b[2Jrevision"]);
  });

  test("and a line with what to do where there is", () => {
    expect(explain(new ReeveError("unreachable", "https://a cannot be reached"), plain)).toEqual([
      "error: https://a cannot be reached",
      "       reeve doctor shows which check fails.",
    ]);
  });

  test("of a defect shows no stack, and asks for a report", () => {
    const lines = explain(new TypeError("x is not a function"), plain);
    expect(lines).toEqual(["error: x is not a function", "       This is a defect of Reeve. Please report it with the output of -v."]);
    expect(explain(new RangeError(), plain)[0]).toBe("error: RangeError");
  });

  test("of a wait says where to look", () => {
    expect(explain(new ReeveError("rollout-failed", "deploy failed at broker-1"), plain)[1]).toBe(
      "       If the work is part of a plan, use plans show to see which step failed, and why.",
    );
  });

  test("is broken between words where a line ends, but for what is wider: that can be copied whole", () => {
    const narrow = { ...plain, width: 30 };
    expect(explain(new ReeveError("unreachable", "cluster.example cannot be reached"), narrow)).toEqual([
      "error: cluster.example cannot",
      "       be reached",
      "       reeve doctor shows",
      "       which check fails.",
    ]);
    const address = "https://cluster.example/service/kafka";
    expect(explain(new ReeveError("not-found", `no ${address}`), narrow)).toEqual([`error: no ${address}`]);
  });

  test("takes hints of others", () => {
    expect(explain(notThere, plain, { "not-found": "Look again." })[1]).toBe("       Look again.");
  });
});

test("an error for programs is one line of JSON", () => {
  expect(JSON.parse(explainJson(notThere))).toEqual({
    error: {
      code: "not-found",
      message: notThere.message,
      exitCode: 6,
      operation: "topics.describe",
      revision: "R3",
      status: 404,
    },
  });
  expect(explainJson(new TypeError("x\u009b"))).toBe(
    '{"error":{"code":"defect","message":"x\\u009b","exitCode":1,"hint":"This is a defect of Reeve. Please report it with the output of -v."}}',
  );
});
