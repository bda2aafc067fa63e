import { describe, expect, test } from "vitest";
import { makeHome, reeve } from "./command-line.ts";
import { startSaying } from "./small-server.ts";

describe("what the documents leave open is shown as it came, with a note", () => {
  test.each([
    ["wc nodes status 0", '{"joined":true,"own_field":7}', /own_field +7/, "does not report the node's mode"],
    ["wc nodes info 0", "node-0 runs on 10.0.0.1", /^node-0 runs on 10\.0\.0\.1$/m, "sends text"],
    ["wc restore status", '{"status":"running"}', /^restore: running$/m, undefined],
    [
      "broker pods info broker-0",
      '{"info":{"name":"broker-0-broker","taskId":{"value":"broker-0-broker__1"}}}',
      /broker-0-broker/,
      "does not send a list",
    ],
    ["broker pods info broker-0", '{"pod":"broker-0","state":"running"}', /state +running/, "does not send a list"],
    ["broker pods info broker-0", "broker-0 runs", /^broker-0 runs$/m, "does not send a list"],
    ["wc nodes status 0", "NORMAL, joined", /^NORMAL, joined$/m, "unknown form"],
    ["wc nodes info 0", '{"name":7}', /name +7/, "unknown form"],
  ])("%s", async (line, body, shows, note) => {
    await using server = await startSaying(200, body, body.startsWith("{") ? {} : { "content-type": "text/plain" });
    using home = makeHome({ REEVE_URL: server.url, REEVE_SERVICE: "s", REEVE_REVISION: "broker=R3" });
    const { code, out, err } = await reeve(home, line);
    expect({ code, out }, err).toEqual({ code: 0, out: expect.stringMatching(shows) });
    expect(err).toEqual(note === undefined ? "" : expect.stringMatching(new RegExp(`^note: .*${note}`)));
    expect((await reeve(home, `${line} --json`)).out.trim()).toBe(body.startsWith("{") ? body : JSON.stringify(body));
  });
});

test.each(["plans wait", "plans watch"])("%s: a COMPLETE plan with a step in ERROR is no success", async (line) => {
  const step = (name: string, status: string) => ({ id: name, name, status, message: "no offer fits" });
  const steps = [step("broker-0", "COMPLETE"), step("broker-1", "ERROR")];
  const plan = { status: "COMPLETE", errors: [], phases: [{ id: "p", name: "Deploy", status: "COMPLETE", steps }] };
  await using server = await startSaying(200, JSON.stringify(plan));
  using home = makeHome({ REEVE_URL: server.url, REEVE_SERVICE: "kafka", REEVE_REVISION: "R3" });
  const { code, err } = await reeve(home, `broker ${line}`);
  expect([code, err]).toEqual([13, expect.stringContaining("broker-1")]);
});
