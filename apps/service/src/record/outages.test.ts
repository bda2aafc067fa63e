import { expect, test } from "vitest";
import { outages } from "./outages.ts";

function log() {
  const lines: string[] = [];
  const kept = outages((_level, message, detail) => lines.push(`${message}: ${detail?.instance} ${detail?.operation}`));
  return { lines, ...kept };
}

test("an engine that stops answering is logged once, and once more when it answers again", () => {
  const { lines, failed, answered } = log();
  for (let time = 0; time < 1000; time++) {
    failed("kafka", "topics.list", {});
    failed("kafka", "topics.describe", {});
    answered("kafka", "plans.show");
  }
  answered("kafka", "topics.describe");
  answered("kafka", "topics.list");
  expect(lines).toEqual(["failure: kafka topics.list", "answers again: kafka topics.describe"]);
});

test("instances are independent", () => {
  const { lines, failed, answered } = log();
  failed("one", "topics.list", {});
  failed("other", "topics.list", {});
  answered("other", "topics.list");
  expect(lines).toEqual(["failure: one topics.list", "failure: other topics.list", "answers again: other topics.list"]);
});
