import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Home, makeHome, reeveProcess } from "./command-line.ts";
import { type StandInManager, standInManager } from "./stand-in-manager.ts";

describe("reeve up --install", () => {
  let home: Home;
  let manager: StandInManager;
  let definition: string;
  beforeEach(() => {
    home = makeHome();
    manager = standInManager(home);
    // A path with what systemd treats specially.
    const folder = join(home.folder, 'it\'s 100%h "$HOME" \\x');
    mkdirSync(folder);
    definition = join(folder, "cluster.yaml");
    writeFileSync(definition, "services: { kafka: { kind: broker, pace: 0 } }\n");
  });
  afterEach(async () => {
    await run(["up", "--uninstall", "--state", state()]);
    await run(["up", "--uninstall"]);
    home[Symbol.dispose]();
  });

  const run = (line: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    reeveProcess(home, line, { env: { ...manager.env, ...env } });
  const state = () => join(home.folder, "a state, 50%");
  const units = () => join(home.folder, "config/systemd/user");
  const unitFile = () => join(units(), readdirSync(units()).find((name) => name.endsWith(".service")) ?? "");
  const install = () => ["up", "--install", "--definition", definition, "--state", state()];

  test("writes a unit of the user, which starts the service; a second time updates it; --uninstall removes it", async () => {
    const secret = {
      HTTPS_PROXY: "http://me:hunter2@proxy.example",
      REEVE_TOKEN: "hunter2",
      JAVA_HOME: "/opt/java 100%",
    };
    const installed = await run(install(), secret);
    expect({ code: installed.code, err: installed.err }).toEqual({ code: 0, err: expect.any(String) });
    expect(installed.out).toMatch(/is installed\. systemd starts the service at boot, and again after a crash\.\nReeve is up at http/);
    expect(installed.out).toMatch(/note: .*loginctl enable-linger \S+/);
    expect(installed.out).toMatch(/note: a unit contains no secrets: write HTTPS_PROXY to .*service\.env/);
    const text = readFileSync(unitFile(), "utf8");
    expect(text).not.toContain("hunter2");
    expect(text).toContain('Environment="JAVA_HOME=/opt/java 100%%"');
    for (const line of ["Restart=on-failure", "StartLimitBurst=5", "KillMode=process", "WantedBy=default.target"])
      expect(text.split("\n")).toContain(line);
    const name = unitFile().split("/").at(-1);
    expect(manager.calls()).toEqual([
      "systemctl --user daemon-reload",
      `systemctl --user enable ${name}`,
      `systemctl --user reset-failed ${name}`,
      `systemctl --user restart ${name}`,
      expect.stringMatching(/is-active|loginctl show-user/),
      ...manager.calls().slice(5),
    ]);
    const shown = await run(["definition", "show", "--json"]);
    expect(Object.keys(JSON.parse(shown.out).services)).toEqual(["kafka"]);
    const { pid } = JSON.parse(readFileSync(join(state(), "up.json"), "utf8"));

    expect(JSON.parse((await run([...install(), "--json"], secret)).out)).toMatchObject({ change: "unchanged" });
    expect(JSON.parse(readFileSync(join(state(), "up.json"), "utf8")).pid).toBe(pid);
    expect(JSON.parse((await run([...install(), "--pace", "0", "--json"], secret)).out)).toMatchObject({
      change: "updated",
    });
    expect(JSON.parse(readFileSync(join(state(), "up.json"), "utf8")).pid).not.toBe(pid);
    expect(readdirSync(units())).toHaveLength(1);

    expect(await run(["down", "--state", state()])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/has ended.*starts it again at the next boot; reeve up --uninstall/s),
    });
    expect(await run(["up", "--uninstall", "--state", state()])).toMatchObject({ code: 0 });
    expect(readdirSync(units())).toEqual([]);
    expect(existsSync(state())).toBe(true);
    expect(await run(["up", "--uninstall", "--state", state()])).toMatchObject({
      code: 6,
      err: expect.stringContaining("no unit is installed"),
    });
  });

  test("is known to doctor and status, while the service runs and while it does not", async () => {
    await run(["up", "--install", "--definition", definition]);
    expect((await run(["status"])).out).toMatch(/^The service runs as reeve-state-\w+\.service \(systemd, of the user\)\.$/m);
    expect((await run(["doctor"])).out).toMatch(/unit .*reeve-state-\w+\.service.*: active/);
    await run(["down"]);
    expect((await run(["doctor"])).out).toMatch(/unit .*: inactive/);
    expect((await run(["status"])).err).toMatch(/^note: reeve-state-\w+\.service \(systemd, of the user\): inactive; reeve up --install/);
  });

  test("refuses a definition that cannot be read, and a service that runs already", async () => {
    writeFileSync(definition, "services: { kafka: { kind: broke } }\n");
    expect(await run(install())).toMatchObject({ code: 2 });
    writeFileSync(definition, "services: { kafka: { kind: broker, pace: 0 } }\n");
    await run(["up", "--detach", "--definition", definition, "--state", state()]);
    expect(await run(install())).toMatchObject({ code: 7, err: expect.stringContaining("stop it with reeve down") });
    expect(existsSync(units())).toBe(false);
    await run(["down", "--state", state()]);
  });

  test.skipIf(!hasAnalyze())("writes a unit that systemd itself accepts", async () => {
    await run(install());
    const { status, stdout, stderr } = spawnSync("systemd-analyze", ["--user", "verify", unitFile()], {
      encoding: "utf8",
      env: { ...process.env, XDG_RUNTIME_DIR: home.folder },
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "" });
  });
});

function hasAnalyze(): boolean {
  try {
    execFileSync("systemd-analyze", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
