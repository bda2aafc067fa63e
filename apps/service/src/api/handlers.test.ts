import { isReeveError } from "@reeve/contract";
import { expect, test } from "vitest";
import { noBroker, noPlan, noService } from "./handlers.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index));

test("a few names are all listed, and of many names only the first ones and the number of the others", () => {
  expect(noBroker("kafka", "7", numbers(3)).message).toBe("no broker 7 in kafka; there are 0, 1, 2");
  const many = noBroker("kafka", "30000", numbers(3000));
  expect(many.message).toBe(`no broker 30000 in kafka; there are ${numbers(20).join(", ")} and 2980 more`);
  expect(isReeveError(many, "not-found")).toBe(true);
  expect(noPlan("kafka", "x", numbers(21)).message).toContain("19 and 1 more");
  expect(noService("x", numbers(21)).message).toContain("19 and 1 more");
  expect(noService("x", []).message).toContain("there are none");
});
