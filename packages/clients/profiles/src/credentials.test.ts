import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Credentials, createTokenKeeper } from "@reeve/auth";
import { describe, expect, test } from "vitest";
import { ownProcessContext } from "../test/process-context.ts";
import { credentialsOf } from "./credentials.ts";
import { locate } from "./locations.ts";
import { openMemory, rememberingToken } from "./memory.ts";
import { resolveSettings } from "./settings/resolve.ts";
import type { Login } from "./store/profile.ts";
import type { Secret } from "./store/secret-file.ts";

const url = "https://cluster.example";

function settingsWith(login: Login, secret?: Secret) {
  const profiles = { prod: { url, login } };
  const file = { version: 1, current: "prod", profiles };
  return resolveSettings({}, {}, undefined, { file, profiles, secrets: secret ? { prod: secret } : {} }, "user.json");
}

/** Sends logins for the token keeper. */
type Sender = Parameters<typeof createTokenKeeper>[1];

/** A cluster whose logins give token-1, token-2, … */
function cluster(now = () => 0): Sender & { readonly logins: readonly unknown[] } {
  const logins: unknown[] = [];
  return {
    logins,
    origin: url,
    now,
    post: async (_, body) => ({ status: 200, body: { token: `token-${logins.push(body)}` } }),
  };
}

const tokenOf = async (credentials: Credentials | undefined, context = cluster()) =>
  credentials && (await createTokenKeeper(credentials, context).token());

describe("credentials of the settings", () => {
  test("of every kind", async () => {
    using here = ownProcessContext();
    const file = join(here.home, "token");
    writeFileSync(file, "from-file\n");
    process.env.REEVE_TEST_TOKEN = "from-environment";
    const command = [process.execPath, "-p", "'from-command'"] as const;
    expect(await tokenOf(await credentialsOf(settingsWith({ by: "token" }, { url, token: "stored" })))).toBe("stored");
    expect(await tokenOf(await credentialsOf(settingsWith({ by: "file", file })))).toBe("from-file");
    expect(await tokenOf(await credentialsOf(settingsWith({ by: "command", command })))).toBe("from-command");
    expect(await tokenOf(await credentialsOf(settingsWith({ by: "environment", variable: "REEVE_TEST_TOKEN" })))).toBe("from-environment");
    const login = cluster();
    const password = await credentialsOf(settingsWith({ by: "password", uid: "me" }, { url, password: "pw" }));
    expect(await tokenOf(password, login)).toBe("token-1");
    expect(login.logins).toEqual([{ uid: "me", password: "pw" }]);
    expect(
      await credentialsOf(resolveSettings({}, {}, undefined, { file: { version: 1, profiles: {} }, profiles: {}, secrets: {} }, "")),
    ).toBeUndefined();
  });

  test("that are missing say what to do", async () => {
    await expect(credentialsOf(settingsWith({ by: "token" }))).rejects.toThrow(
      "no token is stored for profile prod: reeve login stores one",
    );
    await expect(credentialsOf(settingsWith({ by: "token" }, { url: "https://other.example", token: "x" }))).rejects.toThrow(
      "no token is stored for profile prod (the secret that is stored for profile prod is for https://other.example: it is not sent to https://cluster.example): reeve login stores one",
    );
    await expect(credentialsOf(settingsWith({ by: "service-account", uid: "robot", keyFile: "/nowhere/key.pem" }))).rejects.toThrow(
      "the key file /nowhere/key.pem cannot be read (ENOENT)",
    );
  });
});

describe("what is remembered", () => {
  const subject = { url, service: "kafka", identity: "password:me" };

  test("is about one address, one service and one identity", async () => {
    using here = ownProcessContext();
    const memory = openMemory(here);
    expect(memory.recall(subject)).toEqual({});
    await memory.remember(subject, { revision: "R2" });
    await memory.remember(subject, { token: "canary", expiresAt: 5 });
    expect(openMemory(here).recall({ ...subject, url: `${url}/` })).toEqual({
      revision: "R2",
      token: "canary",
      expiresAt: 5,
    });
    for (const other of [{ url: "http://cluster.example" }, { service: "kafka2" }, { identity: "password:you" }]) {
      expect(memory.recall({ ...subject, ...other })).toEqual({});
    }
    await memory.remember(subject, { token: "canary-2" });
    expect(memory.recall(subject)).toEqual({ revision: "R2", token: "canary-2" });
    await memory.forget(subject, "token");
    expect(memory.recall(subject)).toEqual({ revision: "R2" });
    await memory.forget(subject, "revision");
    expect(memory.recall(subject)).toEqual({});
    expect(readdirSync(join(locate(here).cache, "memory"))).toEqual([]);
  });

  test("is readable by its owner only, and a damaged file counts as missing", async () => {
    using here = ownProcessContext();
    const memory = openMemory(here);
    await memory.remember(subject, { token: "canary" });
    const folder = join(locate(here).cache, "memory");
    const [name = ""] = readdirSync(folder);
    expect(name).toMatch(/^cluster\.example-kafka-password-me-[0-9a-f]{16}\.json$/);
    if (process.platform !== "win32") expect((statSync(join(folder, name)).mode & 0o777).toString(8)).toBe("600");
    writeFileSync(join(folder, name), readFileSync(join(folder, name), "utf8").replace("kafka", "other"));
    expect(memory.recall(subject)).toEqual({});
    writeFileSync(join(folder, name), "{");
    expect(memory.recall(subject)).toEqual({});
  });

  test("loses nothing when many remember at once", async () => {
    using here = ownProcessContext();
    const memory = openMemory(here);
    const names = Array.from({ length: 20 }, (_, index) => `s${index}`);
    await Promise.all([
      ...names.map((service) => memory.remember({ url, service }, { revision: "R1" })),
      memory.remember(subject, { revision: "R2" }),
      memory.remember(subject, { token: "t" }),
    ]);
    expect(memory.recall(subject)).toEqual({ revision: "R2", token: "t" });
    for (const service of names) expect(memory.recall({ url, service })).toEqual({ revision: "R1" });
  });
});

describe("a token that is remembered", () => {
  const login = { by: "password", uid: "me" } as const;
  const settings = settingsWith(login, { url, password: "pw" });

  test("saves the next command its login, until it is refused", async () => {
    using here = ownProcessContext();
    const memory = openMemory(here);
    const context = cluster();
    expect(await tokenOf(await credentialsOf(settings, memory), context)).toBe("token-1");
    const next = createTokenKeeper((await credentialsOf(settings, memory)) as Credentials, context);
    expect([await next.token(), context.logins.length]).toEqual(["token-1", 1]);
    expect(await next.instead("token-1")).toBe("token-2");
    expect(memory.recall({ url, identity: "password:me" }).token).toBe("token-2");
  });

  test("is dropped when it is refused, even if no other can be had", async () => {
    using here = ownProcessContext();
    const memory = openMemory(here);
    await memory.remember({ url, identity: "password:me" }, { token: "refused" });
    const closed: Sender = { origin: url, now: () => 0, post: async () => ({ status: 401, body: {} }) };
    const keeper = createTokenKeeper((await credentialsOf(settings, memory)) as Credentials, closed);
    await expect(keeper.token().then(keeper.instead)).rejects.toThrow("was refused");
    expect(memory.recall({ url, identity: "password:me" })).toEqual({});
  });

  test("of another command is taken instead of a login", async () => {
    using here = ownProcessContext();
    const memory = openMemory(here);
    const subject = { url, identity: "password:me" };
    await memory.remember(subject, { token: "old" });
    const context = cluster();
    const keeper = createTokenKeeper((await credentialsOf(settings, memory)) as Credentials, context);
    const old = await keeper.token();
    await memory.remember(subject, { token: "newer" });
    expect([await keeper.instead(old), context.logins.length]).toEqual(["newer", 0]);
  });

  test("is not begun with when it is nearly over", async () => {
    using here = ownProcessContext();
    const memory = openMemory(here);
    const subject = { url, identity: "password:me" };
    await memory.remember(subject, { token: "old", expiresAt: 100_000 });
    expect(
      await tokenOf(
        await credentialsOf(settings, memory),
        cluster(() => 30_000),
      ),
    ).toBe("old");
    expect(
      await tokenOf(
        await credentialsOf(settings, memory),
        cluster(() => 50_000),
      ),
    ).toBe("token-1");
  });

  test("in a folder that cannot be written costs a login, and nothing else", async () => {
    using here = ownProcessContext();
    const { cache } = locate(here);
    mkdirSync(dirname(cache), { recursive: true });
    writeFileSync(cache, "a file where a folder should be");
    expect(await tokenOf(await credentialsOf(settings, openMemory(here)))).toBe("token-1");
  });

  test("is not used for tokens without renewal", async () => {
    using here = ownProcessContext();
    const memory = openMemory(here);
    await tokenOf(await credentialsOf(settingsWith({ by: "token" }, { url, token: "stored" }), memory));
    expect(memory.recall({ url, identity: "token" })).toEqual({});
    const wrapped = rememberingToken(
      { about: "x", advice: "y", renewable: true, obtain: async () => ({ value: "v", expiresAt: 7 }) },
      memory,
      { url },
    );
    expect([wrapped.about, wrapped.renewable]).toEqual(["x", true]);
  });
});
