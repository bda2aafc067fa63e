import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeHome, reeve } from "./command-line.ts";

const coded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const jwt = (claims: unknown) => `${coded({ alg: "RS256" })}.${coded(claims)}.signature`;
const at = (time: string) => Date.parse(time) / 1000;

describe("whoami shows how long a token is valid", () => {
  const tokenOf = async (token: string) => {
    using home = makeHome({ REEVE_URL: "http://cluster.example", REEVE_TOKEN: token });
    const { code, out, err } = await reeve(home, "whoami --json");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).not.toContain(token);
    return JSON.parse(out).token?.expiresAt;
  };

  test("from its own claims, if it is a JWT", async () => {
    expect(await tokenOf(jwt({ exp: at("2199-01-02T03:04:05Z") }))).toBe("2199-01-02T03:04:05.000Z");
    expect(await tokenOf(jwt({ exp: at("2001-01-02T03:04:05Z") }))).toBe("2001-01-02T03:04:05.000Z");
    for (const token of ["opaque", "a.b.c", jwt({}), jwt({ exp: "soon" }), jwt({ exp: 1e300 }), jwt(null)]) {
      expect(await tokenOf(token), token).toBeUndefined();
    }
  });

  test("wherever the token is stored", async () => {
    using home = makeHome();
    const token = jwt({ exp: at("2001-01-02T03:04:05Z") });
    writeFileSync(join(home.folder, "token"), `${token}\n`);
    await reeve(home, "profiles add file --url http://cluster.example --token-file token");
    expect((await reeve(home, "whoami")).out).toMatch(/^token +expired at 2001-01-02T03:04:05.000Z$/m);
    await reeve(home, "profiles change file --token-file gone");
    expect((await reeve(home, "whoami")).out).not.toMatch(/^token/m);
    const secrets = { version: 1, secrets: { stored: { url: "http://cluster.example", token } } };
    writeFileSync(join(home.folder, "reeve/secrets.json"), JSON.stringify(secrets), { mode: 0o600 });
    const profiles = {
      version: 1,
      current: "stored",
      profiles: { stored: { url: "http://cluster.example", login: { by: "token" } } },
    };
    writeFileSync(join(home.folder, "reeve/profiles.json"), JSON.stringify(profiles));
    expect((await reeve(home, "whoami")).out).toMatch(/^token .*; get a new token with reeve login$/m);
  });
});
