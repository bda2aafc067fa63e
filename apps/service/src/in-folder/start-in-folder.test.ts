import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { locate } from "@reeve/profiles";
import { describe, expect, test } from "vitest";
import { reportInWords, stateOf } from "./start-in-folder.ts";

const stateWith = (environment: Record<string, string>, platform = "linux") => stateOf({}, { environment, platform });

describe("the folder of the state", () => {
  const usual = join(homedir(), ".local", "state", "reeve");

  test("is given by the flag", () => {
    expect(stateOf({ state: "mine" }, { environment: { REEVE_HOME: "/home/reeve" }, platform: "linux" })).toBe(resolve("mine"));
  });

  test("is in REEVE_HOME, which may be a relative path", () => {
    expect(stateWith({ REEVE_HOME: "/srv/reeve" })).toBe("/srv/reeve/state");
    expect(stateWith({ REEVE_HOME: "mine" })).toBe(resolve("mine/state"));
  });

  test("is in XDG_STATE_HOME, if that is an absolute path", () => {
    expect(stateWith({ XDG_STATE_HOME: "/srv" })).toBe("/srv/reeve");
    expect(stateWith({ XDG_STATE_HOME: "relative" })).toBe(usual);
    expect(stateWith({})).toBe(usual);
  });

  test.each(["linux", "darwin", "win32"])("is the same as for the command line, on %s", (platform) => {
    const env = { LOCALAPPDATA: "C:\\Users\\me\\AppData\\Local" };
    expect(stateWith(env, platform)).toBe(locate({ env, platform, home: homedir(), cwd: process.cwd() }).state);
  });
});

describe("the report", () => {
  const report = {
    url: "http://127.0.0.1:18080",
    token: "t",
    services: [{ name: "kafka", kind: "broker", revision: "R3" }],
    state: "/state",
    simulated: [],
  } as const;

  test("contains the notes for operators", () => {
    const lines = reportInWords({ ...report, notes: ["kafka: one controller"] }).split("\n");
    expect(lines).toContain("  note     kafka: one controller");
    expect(reportInWords(report)).not.toContain("note");
  });
});
