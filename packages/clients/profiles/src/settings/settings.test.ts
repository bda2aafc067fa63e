import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ownProcessContext } from "../../test/process-context.ts";
import type { Profile } from "../store/profile.ts";
import { addProfile, type Stored } from "../store/profiles.ts";
import { type ProjectFile, searchProjectFile } from "./project-file.ts";
import { type Flags, loadSettings, resolveSettings } from "./resolve.ts";
import { describeSettings, readPerKind } from "./setting.ts";

const prod: Profile = {
  url: "https://prod.example/base/",
  services: { broker: { service: "kafka", revision: "R2" } },
  ca: { pem: "-----BEGIN CERTIFICATE-----prod", fingerprint: "3F:9A" },
  login: { by: "token" },
  output: "yaml",
};
const staging: Profile = { url: "https://staging.example", services: { broker: { service: "kafka-s" } } };
const stored: Stored = {
  file: { version: 1, current: "prod", profiles: { prod, staging }, output: "json" },
  profiles: { prod, staging },
  secrets: { prod: { url: "https://PROD.example/base", token: "canary" } },
};
const project: ProjectFile = {
  path: "/work/.reeve.json",
  profile: "staging",
  service: { broker: "project-kafka" },
  output: "wide",
};

const resolve = (flags: Flags = {}, env: Record<string, string> = {}, more: { project?: ProjectFile; stored?: Stored } = {}) =>
  resolveSettings(flags, env, more.project, more.stored ?? stored, "/home/me/profiles.json");
const origins = (settings: ReturnType<typeof resolve>) =>
  describeSettings(settings).map(({ name, value, origin }) => `${name}: ${value} (${origin})`);

describe("where settings come from", () => {
  test("the user's file, where nothing else is said", () => {
    expect(origins(resolve())).toEqual([
      "profile: prod (user file /home/me/profiles.json)",
      "url: https://prod.example/base/ (profile prod)",
      "broker service: kafka (profile prod)",
      "broker revision: R2 (profile prod)",
      "ca: a certificate (profile prod)",
      "login: a stored token (profile prod)",
      "output: yaml (profile prod)",
    ]);
  });

  test("the project's file comes before it", () => {
    expect(origins(resolve({}, {}, { project }))).toEqual([
      "profile: staging (project file /work/.reeve.json)",
      "url: https://staging.example (profile staging)",
      "broker service: project-kafka (project file /work/.reeve.json)",
      "output: wide (project file /work/.reeve.json)",
    ]);
  });

  test("the environment before that", () => {
    const env = {
      REEVE_PROFILE: "prod",
      REEVE_URL: "https://env.example",
      REEVE_SERVICE: "broker=env-kafka",
      REEVE_REVISION: "R1",
    };
    expect(origins(resolve({}, env, { project }))).toEqual([
      "profile: prod (REEVE_PROFILE)",
      "url: https://env.example (REEVE_URL)",
      "broker service: env-kafka (REEVE_SERVICE)",
      "broker revision: R1 (REEVE_REVISION)",
      "wide-column revision: R1 (REEVE_REVISION)",
      "file-system revision: R1 (REEVE_REVISION)",
      "output: wide (project file /work/.reeve.json)",
    ]);
  });

  test("a revision that is said beside a service is not taken for another one", () => {
    expect(resolve({}, {}).revision.broker?.value).toBe("R2");
    expect(resolve({ service: "kafka" }, {}).revision.broker?.value).toBe("R2");
    expect(resolve({ service: "other" }, {}).revision.broker).toBeUndefined();
    const env = { REEVE_SERVICE: "broker=env-kafka", REEVE_REVISION: "broker=R1" };
    expect(resolve({}, env).revision.broker?.value).toBe("R1");
    expect(resolve({ service: "other" }, env).revision.broker).toBeUndefined();
    expect(resolve({ service: "other" }, { REEVE_REVISION: "R3" }).revision.broker?.value).toBe("R3");
  });

  test("flags before all", () => {
    const flags = {
      url: "https://flag.example",
      service: "flag-kafka",
      revision: "broker=R3",
      ca: "/ca.pem",
      output: "json",
    };
    const env = { REEVE_URL: "https://env.example", REEVE_CA: "/env.pem", REEVE_SERVICE: "x" };
    expect(origins(resolve(flags, env)).filter((line) => line.includes("--"))).toEqual([
      "url: https://flag.example (--url)",
      "broker service: flag-kafka (--service)",
      "broker revision: R3 (--revision)",
      "wide-column service: flag-kafka (--service)",
      "file-system service: flag-kafka (--service)",
      "ca: /ca.pem (--ca)",
      "output: json (--output)",
    ]);
  });

  test("a profile that a flag names comes before the environment", () => {
    const env = { REEVE_URL: "https://prod.example", REEVE_SERVICE: "kafka", REEVE_TOKEN: "t" };
    const settings = resolve({ profile: "staging" }, env);
    expect([settings.url?.value, settings.service.broker?.value, settings.login]).toEqual([
      "https://staging.example",
      "kafka-s",
      undefined,
    ]);
    expect(settings.notes).toEqual([
      "REEVE_TOKEN is only for the address in REEVE_URL, https://prod.example: it is not used for https://staging.example",
    ]);
    expect(resolve({ profile: "prod", url: "https://flag.example" }, env).url?.origin).toBe("--url");
  });

  test("a variable that is empty says nothing", () => {
    expect(resolve({}, { REEVE_URL: "", REEVE_PROFILE: "", REEVE_SERVICE: "", REEVE_TOKEN: "", REEVE_CA: "" })).toEqual(resolve());
  });

  test("a profile that is not there is an error", () => {
    expect(() => resolve({ profile: "prd" })).toThrow('there is no profile "prd"; there are prod, staging');
  });

  test("an address with a password is refused, and not shown", () => {
    const address = "https://me:canary@cluster.example";
    expect(() => resolve({}, { REEVE_URL: address })).toThrow(/^REEVE_URL: an address cannot contain a user or a password$/);
    expect(() => resolve({ url: address })).toThrow(/^--url: an address cannot contain a user or a password$/);
  });

  test("nothing at all is nothing", () => {
    const nothing: Stored = { file: { version: 1, profiles: {} }, profiles: {}, secrets: {} };
    expect(resolve({}, {}, { stored: nothing })).toEqual({ service: {}, revision: {}, notes: [] });
  });

  test("a service on this machine, where nothing was chosen", () => {
    const local: Profile = { url: "http://127.0.0.1:1", madeBy: "a service on this machine" };
    const settings = resolve({}, {}, { stored: { file: { version: 1, profiles: {} }, profiles: { local }, secrets: {} } });
    expect(origins(settings)).toEqual(["profile: local (a service on this machine)", "url: http://127.0.0.1:1 (profile local)"]);
  });
});

describe("credentials and trust stay where they belong", () => {
  test("at the address of the profile, however it is spelled", () => {
    const { secret, ca, notes } = resolve({ url: "HTTPS://prod.EXAMPLE:443/base" });
    expect([secret?.url, ca?.value, notes]).toEqual(["https://PROD.example/base", "-----BEGIN CERTIFICATE-----prod", []]);
  });

  test.each([
    ["--url", { url: "https://evil.example" }, {}],
    ["REEVE_URL", {}, { REEVE_URL: "https://prod.example/base/../other" }],
    ["another port", { url: "https://prod.example:8443/base" }, {}],
    ["no TLS", { url: "http://prod.example/base" }, {}],
  ])("not with %s", (_, flags, env) => {
    const { secret, ca, login, notes } = resolve(flags, env);
    expect([secret, ca, login]).toEqual([undefined, undefined, undefined]);
    expect(notes[0]).toMatch(
      /^the login and the certificates of profile prod are for https:\/\/prod.example\/base\/: they are not used for http/,
    );
  });

  test("not where the profile's address was changed after the secret was stored", () => {
    const moved = { ...prod, url: "https://moved.example" };
    const profiles = { prod: moved };
    const { secret, notes } = resolve({}, {}, { stored: { file: { ...stored.file, profiles }, profiles, secrets: stored.secrets } });
    expect(secret).toBeUndefined();
    expect(notes).toEqual([
      "the secret that is stored for profile prod is for https://PROD.example/base: it is not sent to https://moved.example",
    ]);
  });

  test("REEVE_TOKEN comes before what is stored, and REEVE_CA is a file or text", () => {
    const variables = { REEVE_PROFILE: "prod", REEVE_TOKEN: "canary" };
    const settings = resolve({}, { ...variables, REEVE_CA: "-----BEGIN CERTIFICATE-----env" });
    expect([settings.login, settings.ca, settings.secret]).toEqual([
      { value: { by: "environment", variable: "REEVE_TOKEN" }, origin: "REEVE_TOKEN", place: "variable" },
      { value: "-----BEGIN CERTIFICATE-----env", origin: "REEVE_CA", place: "variable" },
      undefined,
    ]);
    expect(resolve({}, { REEVE_CA: "/ca.pem" }).ca?.value).toEqual({ file: "/ca.pem" });
  });

  test("REEVE_TOKEN goes only to an address or a profile that was typed, and never where a project's file leads", () => {
    const env = { REEVE_TOKEN: "canary" };
    expect(resolve({ profile: "prod" }, env).login?.place).toBe("profile");
    expect(resolve({ url: "https://typed.example" }, env).login?.place).toBe("variable");
    expect(resolve({}, { ...env, REEVE_PROFILE: "staging" }, { project }).login?.place).toBe("variable");
    const { login, notes } = resolve({}, env, { project });
    expect(login).toBeUndefined();
    expect(notes).toEqual([
      "REEVE_TOKEN is not used for https://staging.example (profile staging): set REEVE_URL too, or name the profile with --profile or REEVE_PROFILE",
    ]);
  });

  test("no description holds a secret", () => {
    expect(JSON.stringify(describeSettings(resolve()))).not.toContain("canary");
    expect(JSON.stringify(describeSettings(resolve({}, { REEVE_TOKEN: "canary" })))).not.toContain("canary");
  });
});

const isRoot = process.getuid?.() === 0;
const projectFileOf = (folder: string) => searchProjectFile(folder, homedir()).file;

describe("the file of a project", () => {
  const inProject = (content: unknown) => {
    const here = ownProcessContext();
    const deep = join(here.home, "a", "b");
    mkdirSync(deep, { recursive: true });
    writeFileSync(join(here.home, ".reeve.json"), JSON.stringify(content));
    return { ...here, deep };
  };

  test("is found in folders above", async () => {
    using here = inProject({
      $schema: "x",
      profile: "prod",
      service: { broker: "kafka" },
      revision: "R2",
      output: "wide",
    });
    expect(projectFileOf(here.deep)).toEqual({
      path: join(here.home, ".reeve.json"),
      profile: "prod",
      service: { broker: "kafka" },
      revision: { broker: "R2", "wide-column": "R2", "file-system": "R2" },
      output: "wide",
    });
    await addProfile(here, "prod", prod);
    expect(loadSettings({ ...here, cwd: here.deep }).service.broker).toEqual({
      value: "kafka",
      origin: `project file ${join(here.home, ".reeve.json")}`,
      place: "project",
    });
    expect(projectFileOf("/")).toBeUndefined();
  });

  test("is not read if it is a pipe, a link or too large, and a note says so", () => {
    using here = inProject({ profile: "prod" });
    const path = join(here.home, ".reeve.json");
    const noted = (reason: string) =>
      expect(loadSettings({ ...here, cwd: here.deep }).notes).toEqual([`the project file ${path} is not used, because ${reason}`]);
    writeFileSync(path, " ".repeat(65_537));
    noted("it is larger than 65536 bytes");
    rmSync(path);
    symlinkSync("/etc/hostname", path);
    noted("it is not a regular file");
    rmSync(path);
    execFileSync("mkfifo", [path]);
    noted("it is not a regular file");
  });

  test.runIf(isRoot)(
    `is not used if it or its folder belongs to another user, or if others can write there${isRoot ? "" : " (skipped: only root can give files away)"}`,
    () => {
      using here = inProject({ profile: "prod" });
      const path = join(here.home, ".reeve.json");
      const note = () => loadSettings({ ...here, cwd: here.deep }).notes[0];
      chownSync(path, 65_534, 65_534);
      expect(note()).toContain("because it belongs to another user");
      chownSync(path, 0, 0);
      chownSync(here.home, 65_534, 65_534);
      expect(note()).toContain("because its folder belongs to another user");
      chownSync(here.home, 0, 0);
      chmodSync(here.home, 0o777);
      expect(note()).toContain("because other users can write its folder");
      // Above a folder of another user, nothing is searched.
      chmodSync(here.home, 0o700);
      chownSync(join(here.home, "a"), 65_534, 65_534);
      expect([note(), projectFileOf(here.deep)]).toEqual([undefined, undefined]);
    },
  );

  test.each(["url", "ca", "token", "login", "command", "keyFile", "uid", "profiles", "__proto__"])(
    "may not say %s, and the reason is given",
    (field) => {
      using here = inProject(JSON.parse(`{"${field}": "https://evil.example"}`));
      expect(() => projectFileOf(here.deep)).toThrow(
        `${join(here.home, ".reeve.json")}: "${field}" is not allowed in a project file: a cloned project must not decide where your credentials go or which programs run`,
      );
    },
  );

  test.each([
    [{ profile: 7 }, "profile: expected text"],
    [{ service: ["kafka"] }, 'service: expected a name, or an object such as { "broker": "kafka" }'],
    [{ service: { kafka: "broker" } }, 'service: "kafka=broker" cannot be read'],
  ])("%j is refused with the place", (content, reason) => {
    using here = inProject(content);
    expect(() => projectFileOf(here.deep)).toThrow(reason);
  });
});

test.each([
  ["kafka", { broker: "kafka", "wide-column": "kafka", "file-system": "kafka" }],
  ["dev/kafka", { broker: "dev/kafka", "wide-column": "dev/kafka", "file-system": "dev/kafka" }],
  ["broker=kafka, file-system=hdfs", { broker: "kafka", "file-system": "hdfs" }],
  ["wc=cassandra,fs=hdfs", { "wide-column": "cassandra", "file-system": "hdfs" }],
])("%s is read as %j", (text, value) => {
  expect(readPerKind(text, "REEVE_SERVICE")).toEqual(value);
});

test.each(["broker=", "kafka=broker", "broker=a=b", "broker=kafka,", "=x"])("%s is refused", (text) => {
  expect(() => readPerKind(text, "REEVE_SERVICE")).toThrow(/^REEVE_SERVICE: .* cannot be read: expected one value, or pairs/);
});
