import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ownProcessContext } from "../../test/process-context.ts";
import { locate } from "../locations.ts";
import type { ProcessContext } from "../process-context.ts";
import { loadSettings } from "../settings/resolve.ts";
import { readLocals, removeLocal, writeLocal } from "./local-profile.ts";
import type { Profile } from "./profile.ts";
import { readProfileFile, writeProfileFile } from "./profile-file.ts";
import { addProfile, changeProfile, listProfiles, readStored, removeProfile, showProfile, useProfile } from "./profiles.ts";

const prod: Profile = {
  url: "https://cluster.example",
  services: { broker: { service: "kafka", revision: "R2" } },
  login: { by: "token" },
};

const onPosix = process.platform !== "win32";
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const write = (path: string, text: string, mode = 0o600) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
};
const messageOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
    return "nothing failed";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

describe("profiles", () => {
  test("are added, listed, shown, chosen, changed and removed", async () => {
    using here = ownProcessContext();
    expect(listProfiles(here)).toEqual([]);
    await addProfile(here, "prod", prod, { token: "canary" });
    await addProfile(here, "staging", { url: "http://staging.example:8080" });
    expect(listProfiles(here)).toEqual([
      { name: "prod", url: "https://cluster.example", current: true },
      { name: "staging", url: "http://staging.example:8080", current: false },
    ]);
    expect(showProfile(here, "prod")).toEqual(prod);
    await useProfile(here, "staging");
    expect(readStored(here).file.current).toBe("staging");
    await changeProfile(here, "staging", (profile) => ({ ...profile, login: { by: "password", uid: "me" } }), {
      password: "canary-2",
    });
    expect(readStored(here).secrets).toEqual({
      prod: { url: "https://cluster.example", token: "canary" },
      staging: { url: "http://staging.example:8080", password: "canary-2" },
    });
    await removeProfile(here, "staging");
    expect(listProfiles(here)).toEqual([{ name: "prod", url: "https://cluster.example", current: false }]);
    await changeProfile(here, "prod", (profile) => profile, null);
    expect(readStored(here).secrets).toEqual({});
  });

  test("that are missing, there already or misnamed are refused with what to do", async () => {
    using here = ownProcessContext();
    expect(await messageOf(() => useProfile(here, "prod"))).toBe(
      'there is no profile "prod"; none is stored: add one with reeve profiles add',
    );
    await addProfile(here, "prod", prod);
    expect(await messageOf(() => addProfile(here, "prod", prod))).toBe(
      "profile prod exists already: remove it first, or choose another name",
    );
    expect(await messageOf(() => showProfile(here, "constructor"))).toBe('there is no profile "constructor"; there are prod');
    expect(await messageOf(() => addProfile(here, "../x", prod))).toContain("is not a valid profile name");
    expect(await messageOf(() => addProfile(here, "x", { url: "ftp://x" }))).toBe(
      'url: expected an address such as https://cluster.example, received "ftp://x"',
    );
    for (const url of ["http://user:canary@host/", "ftp://user:canary@host/", "canary@host"]) {
      expect(await messageOf(() => addProfile(here, "x", { url }))).toBe("url: an address cannot contain a user or a password");
    }
  });

  test.runIf(onPosix)("and secrets are their owner's alone, and secrets stand in their own file only", async () => {
    using here = ownProcessContext();
    const { profiles, secrets } = locate(here);
    await addProfile(here, "prod", prod, { token: "canary" });
    expect([modeOf(profiles), modeOf(secrets), modeOf(dirname(secrets))]).toEqual(["600", "600", "700"]);
    expect(readFileSync(profiles, "utf8")).not.toContain("canary");
    expect(readdirSync(dirname(secrets)).sort()).toEqual(["profiles.json", "secrets.json"]);
    chmodSync(secrets, 0o644);
    expect(await messageOf(() => readStored(here))).toBe(
      `${secrets} holds secrets, but other users can read it (mode 0644): run chmod 600 ${secrets}`,
    );
  });

  test("in a file that is a link are written behind it", async () => {
    using here = ownProcessContext();
    const { profiles } = locate(here);
    const kept = join(here.home, "kept.json");
    write(kept, '{"version":1,"profiles":{}}');
    mkdirSync(dirname(profiles), { recursive: true });
    symlinkSync(kept, profiles);
    await addProfile(here, "prod", prod);
    expect(JSON.parse(readFileSync(kept, "utf8")).profiles.prod.url).toBe(prod.url);
  });
});

describe("the file", () => {
  test("of a newer Reeve is refused", async () => {
    using here = ownProcessContext();
    const { profiles } = locate(here);
    write(profiles, '{"version":2,"profiles":{}}');
    expect(await messageOf(() => readStored(here))).toBe(
      `${profiles} has format 2, and this version of Reeve reads up to 1: upgrade Reeve`,
    );
    expect(await messageOf(() => addProfile(here, "prod", prod))).toContain("upgrade Reeve");
  });

  test.each([
    ["{", "is not a JSON object: fix it, or move it away"],
    ["[]", "is not a JSON object: fix it, or move it away"],
    ["{}", "has no valid version field: fix the file, or move it away"],
    ['{"version":1,"profiles":{"a":{"url":7}}}', "is not valid: profiles.a.url: expected an address"],
    ['{"version":1,"profiles":{"a":{"url":"https://a","login":{"by":"magic"}}}}', "is not valid: profiles.a.login"],
  ])("%s is refused with the place", async (text, reason) => {
    using here = ownProcessContext();
    write(locate(here).profiles, text);
    expect(await messageOf(() => readStored(here))).toContain(reason);
  });

  test("of secrets that is damaged shows nothing of what it holds", async () => {
    using here = ownProcessContext();
    for (const text of ['{"version":1,"secrets":{"a":{"url":"x","token":["canary"]}}}', '{"canary']) {
      write(locate(here).secrets, text);
      expect(await messageOf(() => readStored(here))).not.toMatch(/canary|nothing failed/);
    }
  });

  test("keeps what it does not know, and reads back as it was written", async () => {
    using here = ownProcessContext();
    const { profiles } = locate(here);
    const unknown = { colour: "blue", "x-nested": { a: [1, null] } };
    write(profiles, JSON.stringify({ version: 1, ...unknown, profiles: { a: { ...prod, ...unknown } } }));
    await addProfile(here, "b", prod);
    const written = JSON.parse(readFileSync(profiles, "utf8"));
    expect(written).toMatchObject(unknown);
    expect(written.profiles.a).toEqual({ ...prod, ...unknown });

    const text = fc.string({ unit: "grapheme", minLength: 1 });
    const login = fc.oneof(
      fc.record({ by: fc.constant("token" as const) }),
      fc.record({ by: fc.constant("password" as const), uid: text }),
      fc.record({ by: fc.constant("service-account" as const), uid: text, keyFile: text }),
      fc.record({ by: fc.constant("command" as const), command: fc.tuple(text, fc.string()) }),
    );
    const profile = fc.record(
      {
        url: fc.webUrl().filter((url) => !url.includes("@")),
        login,
        services: fc.record({ "wide-column": fc.record({ service: text, revision: text }) }),
        ca: fc.record({ pem: text, fingerprint: text }),
      },
      { requiredKeys: ["url"] },
    );
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/), profile), (all) => {
        writeProfileFile(profiles, { version: 1, profiles: all });
        expect(readProfileFile(profiles)).toEqual({ version: 1, profiles: { ...all } });
      }),
      { numRuns: 50 },
    );
  });
});

describe("two processes that write at once", () => {
  const writer = join(import.meta.dirname, "../../test/writer.ts");
  const start = (here: ProcessContext, name: string, count: number) =>
    spawn(process.execPath, [writer, name, String(count)], {
      env: { ...process.env, ...here.env, HOME: here.home },
      stdio: "inherit",
    });
  const ended = (child: ReturnType<typeof start>) => new Promise((resolve) => child.once("exit", resolve));

  test("lose nothing", async () => {
    using here = ownProcessContext();
    const writers = ["a", "b", "c", "d"].map((name) => ended(start(here, name, 15)));
    expect(await Promise.all(writers)).toEqual([0, 0, 0, 0]);
    const { profiles, secrets } = readStored(here);
    expect([Object.keys(profiles).length, Object.keys(secrets).length]).toEqual([60, 60]);
  });

  test("one of which is killed leave a complete file, and a lock that the next one takes over", async () => {
    using here = ownProcessContext();
    const { profiles } = locate(here);
    const doomed = start(here, "a", 10_000);
    const gone = ended(doomed);
    for (const deadline = Date.now() + 30_000; Date.now() < deadline; ) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      // If the lock file appears, the process is killed while it holds the lock.
      if (readdirSync(here.home).includes("reeve") && readdirSync(dirname(profiles)).includes("profiles.json.lock")) break;
    }
    doomed.kill("SIGKILL");
    await gone;
    // Makes sure that there is a lock whose holder is dead. The next writer must take it over.
    writeFileSync(`${profiles}.lock`, `${doomed.pid} ${(await import("node:os")).hostname()} x`);
    expect(await Promise.all([ended(start(here, "b", 5)), ended(start(here, "c", 5))])).toEqual([0, 0]);
    const names = Object.keys(readStored(here).profiles).filter((name) => !name.startsWith("a"));
    expect(names).toHaveLength(10);
  });
});

describe("the profile of a local service", () => {
  const local: Profile = {
    url: "http://127.0.0.1:4567",
    services: { broker: { service: "kafka" } },
    login: { by: "token" },
  };

  test("is there with its token while it runs, is marked, and is used where nothing else is chosen", async () => {
    using here = ownProcessContext();
    expect(await writeLocal(here, process.pid, { profile: local, token: "canary" })).toBe("local");
    expect(listProfiles(here)).toEqual([{ name: "local", url: local.url, current: true, madeBy: "a service on this machine" }]);
    expect(readStored(here).secrets).toEqual({ local: { url: local.url, token: "canary" } });
    expect(await messageOf(() => removeProfile(here, "local"))).toBe(
      "profile local belongs to a service on this machine: add a profile of your own instead",
    );
    if (onPosix) expect(modeOf(locate(here).local)).toBe("600");
    await removeLocal(here, 1);
    expect(Object.keys(readLocals(here))).toEqual(["local"]);
    await removeLocal(here, process.pid);
    expect(readLocals(here)).toEqual({});
  });

  test("never takes the place of a user's own, nor of that of another service that runs", async () => {
    using here = ownProcessContext();
    const other: Profile = { url: "http://other" };
    expect(await writeLocal(here, process.pid, { profile: local })).toBe("local");
    expect(await writeLocal(here, process.ppid, { profile: other, preferredName: "dev" })).toBe("dev");
    expect(await writeLocal(here, process.ppid, { profile: other, preferredName: "else" })).toBe("dev");
    expect(await writeLocal(here, 1, { profile: other, preferredName: "dev" })).toBe("dev-2");
    expect(listProfiles(here).map(({ name, url, current }) => [name, url, current])).toEqual([
      ["local", local.url, true],
      ["dev", other.url, false],
      ["dev-2", other.url, false],
    ]);
    await addProfile(here, "local", prod);
    expect(showProfile(here, "local").url).toBe(prod.url);
    expect(readStored(here).secrets).toEqual({});
    await removeLocal(here, process.pid);
    expect(await writeLocal(here, process.pid, { profile: local })).toBe("local-2");
  });

  test("is used where it is the only one, though it is not called local", async () => {
    using here = ownProcessContext();
    await writeLocal(here, process.ppid, { profile: local });
    await writeLocal(here, process.pid, { profile: local, preferredName: "dev" });
    await removeLocal(here, process.ppid);
    expect(listProfiles(here).map(({ name, current }) => [name, current])).toEqual([["dev", true]]);
  });

  test("of a service that has ended is ignored, and may be overwritten", async () => {
    using here = ownProcessContext();
    const child = spawn(process.execPath, ["-e", ""]);
    await new Promise((resolve) => child.once("exit", resolve));
    await writeLocal(here, child.pid ?? 0, { profile: local });
    expect([readLocals(here), listProfiles(here)]).toEqual([{}, []]);
    expect(await writeLocal(here, process.pid, { profile: { url: "http://next" } })).toBe("local");
    expect(readLocals(here).local?.profile.url).toBe("http://next");
  });

  const broken: readonly (readonly [what: string, text: string, mode: number, flaw: string])[] = [
    ["half of it", '{"version":1,"pid":', 0o600, "is not a JSON object"],
    ["nothing", "", 0o600, "is not a JSON object"],
    ["a file in another format", '{"version":1,"profile":{}}', 0o600, "is not valid"],
    ["what a newer Reeve has written", '{"version":99}', 0o600, "has format 99"],
    ["what others may read", '{"version":1,"pid":1}', 0o644, "other users can read it"],
  ];

  test.each(broken.filter(([, , mode]) => onPosix || mode === 0o600))(
    "of which there is %s is ignored, and written again or removed",
    async (_, text, mode, flaw) => {
      using here = ownProcessContext();
      const { local: path } = locate(here);
      write(path, text, mode);
      expect([readLocals(here), listProfiles(here)]).toEqual([{}, []]);
      const { notes } = loadSettings(here);
      expect(notes).toEqual([expect.stringContaining(`the profile of the service on this machine is not used: ${path}`)]);
      expect(notes[0]).toContain(flaw);
      expect(loadSettings(here, { url: "http://other" }).notes).toEqual([]);
      await removeLocal(here, 1);
      expect(existsSync(path)).toBe(false);
      write(path, text, mode);
      expect(await writeLocal(here, process.pid, { profile: local })).toBe("local");
      expect(readLocals(here).local?.profile.url).toBe(local.url);
      if (onPosix) expect(modeOf(path)).toBe("600");
    },
  );
});
