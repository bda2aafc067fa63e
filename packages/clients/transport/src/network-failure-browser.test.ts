import { expect, test } from "vitest";
import * as onSystems from "./network-failure.ts";
import * as inBrowsers from "./network-failure-browser.ts";

test("what replaces the reasons in browsers has all that is used of them, and says the same of an error without a reason", () => {
  expect(Object.keys(inBrowsers).sort()).toEqual(Object.keys(onSystems).sort());
  const target = { origin: "https://cluster.example", certificate: false };
  const failed = new TypeError("Failed to fetch");
  const codeAndMessage = ({ code, message }: { code: string; message: string }) => [code, message];
  expect(codeAndMessage(inBrowsers.networkFailure(failed, target))).toEqual(codeAndMessage(onSystems.networkFailure(failed, target)));
  expect(inBrowsers.wasNotSent()).toBe(false);
  expect(inBrowsers.refusalOfProxy(407, target.origin)).toMatchObject({
    code: "unreachable",
    context: { status: 407 },
  });
  expect(inBrowsers.certificateWanted(target.origin)).toContain(target.origin);
  expect([undefined, failed, { code: "ERR_NETWORK" }].map(inBrowsers.systemCodeOf)).toEqual([undefined, undefined, "ERR_NETWORK"]);
});
