import { expect, test } from "vitest";
import { locate } from "./locations.ts";

const at = (platform: string, env: Record<string, string> = {}) =>
  locate({ platform, env, home: platform === "win32" ? "C:\\Users\\me" : "/home/me", cwd: "/work" });

test("on Linux by the XDG variables, and their defaults", () => {
  expect(at("linux")).toEqual({
    profiles: "/home/me/.config/reeve/profiles.json",
    secrets: "/home/me/.config/reeve/secrets.json",
    local: "/home/me/.local/state/reeve/local.json",
    state: "/home/me/.local/state/reeve",
    cache: "/home/me/.cache/reeve",
  });
  const { profiles, cache } = at("linux", { XDG_CONFIG_HOME: "/etc/me", XDG_CACHE_HOME: "relative" });
  expect([profiles, cache]).toEqual(["/etc/me/reeve/profiles.json", "/home/me/.cache/reeve"]);
});

test("on macOS and Windows where programs keep such things there", () => {
  expect(at("darwin").profiles).toBe("/home/me/Library/Application Support/reeve/profiles.json");
  expect(at("darwin").cache).toBe("/home/me/Library/Caches/reeve");
  expect(at("win32").profiles).toBe("C:\\Users\\me\\AppData\\Roaming\\reeve\\profiles.json");
  expect(at("win32", { LOCALAPPDATA: "D:\\local" }).state).toBe("D:\\local\\reeve\\state");
});

test("the state always in a folder of its own, because it is removed as a whole", () => {
  expect(at("darwin").state).toBe("/home/me/Library/Application Support/reeve/state");
  expect(at("linux", { XDG_CONFIG_HOME: "/one", XDG_STATE_HOME: "/one" })).toMatchObject({
    profiles: "/one/reeve/profiles.json",
    state: "/one/reeve/state",
    local: "/one/reeve/state/local.json",
  });
});

test("all in REEVE_HOME where it is set", () => {
  expect(at("darwin", { REEVE_HOME: "mine" })).toEqual({
    profiles: "/work/mine/profiles.json",
    secrets: "/work/mine/secrets.json",
    local: "/work/mine/state/local.json",
    state: "/work/mine/state",
    cache: "/work/mine/cache",
  });
});
