import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Reeve, startReeve } from "@reeve/service";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Home, makeHome, reeve, reeveProcess } from "./command-line.ts";

/** The text of a file that the home's user has stored with the profiles. */
const stored = ({ folder }: Home, file: string) => readFileSync(join(folder, "reeve", file), "utf8");
const modeOf = ({ folder }: Home, file: string) => statSync(join(folder, "reeve", file)).mode & 0o777;

describe("profiles", () => {
  test("are added, listed, used, changed, shown and removed", async () => {
    using home = makeHome();
    const run = async (line: string) => {
      const { code, out, err } = await reeve(home, line);
      return code === 0 ? out : `${err}(${code})\n`;
    };
    expect(await run("profiles list")).toContain("no profiles");
    expect(await run("profiles add prod --url https://prod.example --service broker=kafka,file-system=hdfs")).toBe(
      "Added profile prod for https://prod.example. It is the default profile.\n",
    );
    expect(await run("profiles add staging --url https://staging.example --token-env STAGING")).toBe(
      "Added profile staging for https://staging.example. reeve profiles use staging makes it the default.\n",
    );
    expect(await run("profiles add prod --url https://other.example")).toMatch(/prod.*\(7\)/s);
    expect(await run("profiles add ../x --url https://other.example")).toMatch(/\(2\)/);
    expect(await run("profiles list -o name")).toBe("prod\nstaging\n");
    expect(await run("profiles use staging")).toBe("Profile staging is now the default.\n");
    expect(await run("profiles use stagin")).toMatch(/there are prod, staging\n\(6\)/);
    expect(await run("profiles change prod --revision broker=R2")).toBe("Changed profile prod.\n");
    expect(await run("profiles show prod")).toBe("url          https://prod.example\nbroker       kafka (R2)\nfile-system  hdfs\n");
    expect(await run("profiles remove prod")).toMatch(/Add --yes to confirm it\.\n\(2\)/);
    expect(await run("profiles remove prod --yes")).toBe("Removed profile prod.\n");
    expect(await run("profiles list -o name")).toBe("staging\n");
  });

  test("a file of a newer version is not changed, and the error for a broken file names it", async () => {
    using home = makeHome();
    await reeve(home, "profiles add prod --url https://prod.example");
    const file = join(home.folder, "reeve/profiles.json");
    const { version } = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ version: version + 1, profiles: {} }));
    const newer = await reeve(home, "profiles list");
    expect(newer).toMatchObject({ code: 2, err: expect.stringMatching(/newer|upgrade|update/i) });
    writeFileSync(file, "{ broken");
    const broken = await reeve(home, "broker topics list");
    expect(broken).toMatchObject({ code: 2, err: expect.stringContaining("profiles.json") });
    expect(readFileSync(file, "utf8")).toBe("{ broken");
  });

  test("flags override the environment, which overrides the project file, which overrides the profile; each value shows its source", async () => {
    using home = makeHome();
    await reeve(home, "profiles add prod --url https://prod.example --service broker=of-profile -o yaml");
    const brokerOf = async (line: string, env: Record<string, string> = {}) => {
      const { out } = await reeve(home, `config show --json ${line}`, { env });
      const { settings } = JSON.parse(out) as { settings: { name: string; value: string; origin: string }[] };
      const match = settings.find(({ name }) => name === "broker service");
      return `${match?.value} (${match?.origin})`;
    };
    expect(await brokerOf("")).toBe("of-profile (profile prod)");
    writeFileSync(join(home.folder, ".reeve.json"), '{ "service": { "broker": "of-project" } }');
    expect(await brokerOf("")).toMatch(/^of-project \(project file .*\.reeve\.json\)$/);
    expect(await brokerOf("", { REEVE_SERVICE: "of-environment" })).toBe("of-environment (REEVE_SERVICE)");
    expect(await brokerOf("--service of-flag", { REEVE_SERVICE: "of-environment" })).toBe("of-flag (--service)");
    writeFileSync(join(home.folder, ".reeve.json"), '{ "url": "https://evil.example" }');
    const { code, err } = await reeve(home, "broker topics list");
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringContaining("is not allowed in a project file"),
    });
  });
});

describe("logins with a static token", () => {
  let cluster: Reeve;
  beforeAll(async () => {
    cluster = await startReeve({ services: { kafka: { kind: "broker", revision: "R2", pace: 0 } } });
  });
  afterAll(() => cluster.close());

  test("from standard input: a login is tried, stored in its own file, used and deleted", async () => {
    using home = makeHome();
    await reeve(home, `profiles add here --url ${cluster.url} --service broker=kafka`);
    const without = await reeve(home, "broker topics list");
    expect(without).toMatchObject({ code: 4, err: expect.stringContaining("reeve login") });
    const wrong = await reeve(home, "login", { input: "not-the-token\n" });
    expect(wrong.code).toBe(4);
    expect((await reeve(home, "broker topics list")).code).toBe(4);

    const { code, out } = await reeve(home, "login", { input: `${cluster.token}\n` });
    expect({ code, out }).toEqual({
      code: 0,
      out: `Profile here for ${cluster.url} uses this login: a stored token. Its services: kafka (broker).\n`,
    });
    expect(stored(home, "profiles.json")).not.toContain(cluster.token);
    expect(stored(home, "secrets.json")).toContain(cluster.token);
    expect(modeOf(home, "secrets.json")).toBe(0o600);
    expect((await reeve(home, "broker topics list")).code).toBe(0);
    expect((await reeve(home, "whoami")).out).toContain("a stored token (profile here)");
    for (const line of ["broker topics list -vv", "broker topics list --dry-run", "doctor", "config show", "whoami --json"]) {
      const { out, err } = await reeve(home, line);
      expect(out + err, line).not.toContain(cluster.token);
    }
    // A secret is only sent to the address for which it was stored.
    const elsewhere = await reeve(home, "broker topics list --url http://127.0.0.1:1 --dry-run --revision R2");
    expect(elsewhere.out).not.toContain("authorization");
    expect(elsewhere.err).toContain("they are not used for");

    expect((await reeve(home, "logout")).code).toBe(0);
    expect(stored(home, "secrets.json")).not.toContain(cluster.token);
    expect((await reeve(home, "broker topics list")).code).toBe(4);
  });

  test("tokens come from a file, a command or a variable, but never from an argument", async () => {
    using home = makeHome();
    await reeve(home, `profiles add here --url ${cluster.url} --service broker=kafka`);
    writeFileSync(join(home.folder, "token"), `${cluster.token}\n`);
    const env = { MY_TOKEN: cluster.token };
    for (const words of [
      ["--token-file", "token"],
      ["--token-command", "cat token"],
      ["--token-env", "MY_TOKEN"],
    ]) {
      // Runs as a process, because a login command runs in the working directory of the process.
      expect(await reeveProcess(home, ["login", ...words], { env }), words[0]).toMatchObject({ code: 0 });
      expect(await reeveProcess(home, "broker topics list", { env }), words[0]).toMatchObject({ code: 0 });
      expect(stored(home, "profiles.json")).not.toContain(cluster.token);
    }
    for (const line of [`login --token ${cluster.token}`, `login --token=${cluster.token}`]) {
      const { code, out, err } = await reeve(home, line);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err).toContain("a secret cannot be an argument");
      expect(err).not.toContain(cluster.token);
    }
  });

  test("doctor shows the settings, and which check fails", async () => {
    using home = makeHome({ REEVE_URL: cluster.url, REEVE_SERVICE: "broker=kafka", REEVE_TOKEN: cluster.token });
    const { code, out } = await reeve(home, "doctor");
    expect(code).toBe(0);
    expect(out).toMatch(/^url +http:\S+ \(REEVE_URL\)$/m);
    expect(out).toMatch(/^reach +✓ \d+ ms$/m);
    expect(out).toMatch(/^token +✓ accepted$/m);
    expect(out).toMatch(/^broker +✓ kafka speaks R2$/m);
    const wrong = await reeve(home, "doctor", { env: { REEVE_TOKEN: "wrong" } });
    expect(wrong).toMatchObject({ code: 4, out: expect.stringMatching(/^token +✗ .*\n.*unset it/m) });
    const unset = await reeve(makeHome(), "doctor --json");
    expect(unset.code).toBe(2);
    expect(JSON.parse(unset.out)).toContainEqual(expect.objectContaining({ check: "url", state: "bad" }));
  });

  test("one name for all kinds stands for one service", async () => {
    using home = makeHome({ REEVE_URL: cluster.url, REEVE_SERVICE: "kafka", REEVE_TOKEN: cluster.token });
    const { code, out } = await reeve(home, "doctor");
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining("kafka speaks R2") });
    expect(await reeve(home, "status -o name")).toMatchObject({ code: 0 });
  });
});

describe("a cluster with service accounts and its own certificate authority", () => {
  let folder: Home;
  let cluster: Reeve;
  beforeAll(async () => {
    folder = makeHome();
    cluster = await startReeve(
      { edition: "enterprise", tls: true, services: { hdfs: { kind: "file-system", revision: "V1", pace: 0 } } },
      { state: join(folder.folder, "state"), host: "localhost" },
    );
  });
  afterAll(async () => {
    await cluster.close();
    folder[Symbol.dispose]();
  });

  test("is trusted by its fingerprint, and logged in to with a key; tokens renew themselves", async () => {
    using home = makeHome({ REEVE_SERVICE: "hdfs" });
    const { uid = "", keyFile = "" } = cluster.serviceAccount ?? {};
    const doctor = await reeve(home, `doctor --url ${cluster.url}`);
    expect(doctor).toMatchObject({ code: 11, out: expect.stringContaining("reeve login --trust") });
    const [, fingerprint = ""] = /SHA-256 ((?:[0-9A-F]{2}:){31}[0-9A-F]{2})/.exec(doctor.out) ?? [];
    const noTerminal = await reeve(home, `login --url ${cluster.url} --trust --uid ${uid} --key-file ${keyFile}`);
    expect(noTerminal).toMatchObject({ code: 2, err: expect.stringContaining("--fingerprint") });
    const wrong = fingerprint.replace(/^../, fingerprint.startsWith("00") ? "11" : "00");
    const refused = await reeve(home, `login --url ${cluster.url} --trust --fingerprint ${wrong}`);
    expect(refused.code).toBe(11);
    const line = `login --url ${cluster.url} --trust --fingerprint ${fingerprint} --uid ${uid} --key-file ${keyFile}`;
    expect(await reeve(home, line)).toMatchObject({ code: 0, out: expect.stringContaining("trusts the authority") });
    expect(await reeve(home, "file-system plans list")).toMatchObject({ code: 0, out: "deploy\nrecovery\n" });
    // The token is cached in a file that only its owner can read.
    expect((await reeve(home, "whoami")).out).toContain("valid until");
    const ended = await reeve(home, "doctor");
    expect(ended).toMatchObject({
      code: 0,
      out: expect.stringMatching(/the certificate ends on \d{4}-\d\d-\d\d, in \d+ days/),
    });
  });

  test("all tokens of an account are revoked by logging out everywhere", async () => {
    const { uid = "", keyFile = "" } = cluster.serviceAccount ?? {};
    const trusting = { REEVE_SERVICE: "hdfs", REEVE_CA: cluster.caFile ?? "" };
    using home = makeHome(trusting);
    expect(await reeve(home, `login --url ${cluster.url} --uid ${uid} --key-file ${keyFile}`)).toMatchObject({
      code: 0,
    });
    const { out } = await reeve(home, "token");
    using other = makeHome({ ...trusting, REEVE_URL: cluster.url, REEVE_TOKEN: out.trim() });
    expect(await reeve(other, "file-system plans list")).toMatchObject({ code: 0 });
    expect(await reeve(home, "logout --everywhere")).toMatchObject({
      code: 0,
      out: expect.stringContaining("all tokens of the account are revoked"),
    });
    expect(await reeve(other, "file-system plans list")).toMatchObject({ code: 4 });
    expect((await reeve(home, "file-system plans list")).code).toBe(4);
  });

  test("another authority is refused in one sentence, with its exit code", async () => {
    using home = makeHome({ REEVE_SERVICE: "hdfs", REEVE_URL: cluster.url });
    const { code, err } = await reeve(home, "file-system plans list");
    expect({ code, err }).toMatchObject({ code: 11, err: expect.stringContaining("reeve login --trust") });
    writeFileSync(join(home.folder, "no.pem"), "no certificate");
    const bad = await reeve(home, "file-system plans list --ca no.pem");
    expect(bad).toMatchObject({ code: 2, err: expect.stringContaining("no.pem") });
    const missing = await reeve(home, "file-system plans list --ca missing.pem");
    expect(missing).toMatchObject({ code: 2, err: expect.stringContaining("missing.pem") });
    const trusted = await reeve(home, `file-system plans list --ca ${cluster.caFile}`);
    expect(trusted.code).toBe(4);
  });
});
