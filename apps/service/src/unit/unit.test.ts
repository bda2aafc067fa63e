import { describe, expect, test } from "vitest";
import { environmentOfUnit, secretVariablesIn } from "./environment.ts";
import { launchd } from "./launchd.ts";
import { systemd } from "./systemd.ts";
import { type ManagerPlace, type Unit, unitAt } from "./unit.ts";

const unit: Unit = {
  name: "reeve",
  state: "/srv/a <state> & 50%",
  command: ["/opt/node 1/bin/node", "/opt/reeve", "up", '--definition=/srv/"a" $b \\c'],
  variables: { JAVA_HOME: "/opt/java 100%", PATH: "/bin" },
  environmentFile: "/home/me/service.env",
  isOfSystem: false,
};

describe("a unit of systemd", () => {
  const lines = (more: Partial<Unit> = {}) => systemd.text({ ...unit, ...more }).split("\n");

  test("quotes paths, so that systemd replaces nothing in them", () => {
    expect(lines()).toEqual(
      expect.arrayContaining([
        "Description=Reeve, with the state in /srv/a <state> & 50%%",
        'Environment="JAVA_HOME=/opt/java 100%%"',
        "EnvironmentFile=-/home/me/service.env",
        String.raw`ExecStart=:"/opt/node 1/bin/node" "/opt/reeve" "up" "--definition=/srv/\"a\" $b \\c"`,
      ]),
    );
  });

  test("cannot be given another setting by a line break in a path", () => {
    const text = lines({ state: "/srv/x\nExecStartPre=/bin/evil", environmentFile: "/x\nUser=root" });
    expect(text.filter((line) => /^(?:ExecStartPre|User)=/.test(line))).toEqual([]);
  });

  test("starts the service again after a crash, but not without end, and not for a refused definition", () => {
    expect(lines()).toEqual(
      expect.arrayContaining([
        "Restart=on-failure",
        "RestartPreventExitStatus=2",
        "StartLimitIntervalSec=300",
        "StartLimitBurst=5",
        // The nodes of real engines outlive the service, and the next service adopts them.
        "KillMode=process",
        "OOMPolicy=continue",
      ]),
    );
  });

  test("of the system runs as a user, with a state folder that systemd makes", () => {
    const text = lines({ isOfSystem: true, user: "reeve", state: systemd.systemState });
    expect(text).toEqual(expect.arrayContaining(["User=reeve", "StateDirectory=reeve", "WantedBy=multi-user.target"]));
    expect(lines()).not.toContain("StateDirectory=reeve");
  });
});

describe("a property list of launchd", () => {
  test("contains the command, the variables and the conditions of a restart", () => {
    const text = launchd.text({ ...unit, user: "me" });
    const strings = [...text.matchAll(/<string>(.*?)<\/string>/g)].map(([, each = ""]) =>
      each.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"),
    );
    expect(strings).toEqual([
      ...["dev.reeve.reeve", "me", "/bin/sh", "-c", expect.stringContaining('exec "$@"'), unit.environmentFile],
      ...unit.command,
      ...["/opt/java 100%", "/bin", "/srv/a <state> & 50%/service.stderr"],
    ]);
    expect(text).not.toContain("<state>");
    // XML allows no two dashes in a comment.
    expect(/<!--(.*?)-->/.exec(text)?.[1]).not.toContain("--");
    expect(text).toMatch(/<key>KeepAlive<\/key>\s*<dict>\s*<key>SuccessfulExit<\/key>\s*<false\/>/);
    for (const key of ["RunAtLoad", "AbandonProcessGroup"]) expect(text).toContain(`<key>${key}</key>\n<true/>`);
    expect(text).toContain("<key>ThrottleInterval</key>\n<integer>60</integer>");
  });

  test("is loaded by launchctl, and loaded again when it has changed", async () => {
    const calls: string[] = [];
    const place: ManagerPlace = {
      folder: "/agents",
      isOfSystem: true,
      run: async (command) => {
        calls.push(command.join(" "));
        return { code: 0, output: "\tstate = running\n" };
      },
    };
    await launchd.start("reeve", place);
    expect(launchd.isActive(await launchd.state("reeve", place))).toBe(true);
    await launchd.remove("reeve", place);
    expect(calls).toEqual([
      "launchctl bootout system/dev.reeve.reeve",
      "launchctl enable system/dev.reeve.reeve",
      "launchctl bootstrap system /agents/dev.reeve.reeve.plist",
      "launchctl print system/dev.reeve.reeve",
      "launchctl bootout system/dev.reeve.reeve",
    ]);
  });
});

test("each state folder has a unit of its own, and the usual one is called reeve", () => {
  const context = { env: {}, platform: "linux", home: "/home/me", cwd: "/" };
  const run = async () => ({ code: 0, output: "" });
  const nameOf = (state: string, env: Record<string, string> = {}) => unitAt(state, false, { ...context, env }, run).file;
  expect(nameOf("/home/me/.local/state/reeve")).toBe("/home/me/.config/systemd/user/reeve.service");
  expect(nameOf("/srv/my state", { XDG_CONFIG_HOME: "/conf" })).toMatch(/^\/conf\/systemd\/user\/reeve-my-state-[0-9a-f]{8}\.service$/);
  expect(nameOf("/srv/one/state")).not.toBe(nameOf("/srv/two/state"));
  expect(() => unitAt("/srv", false, { ...context, platform: "win32" }, run)).toThrow(/systemd on Linux and launchd/);
});

test("secrets of the environment are not part of a unit", () => {
  const environment = {
    PATH: "/bin",
    REEVE_TOKEN: "t",
    AWS_SECRET: "s",
    https_proxy: "http://me:pw@proxy",
    REEVE_HOME: "/r",
  };
  expect(environmentOfUnit(environment, true)).toEqual({
    variables: { PATH: "/bin", REEVE_HOME: "/r" },
    leftOut: ["https_proxy"],
  });
  expect(environmentOfUnit(environment, false).variables).toEqual({ PATH: "/bin" });
  expect(secretVariablesIn("a: { env: KEY }\nb:\n  env: 'OTHER'\nenvironment: x\nc: { env: KEY }")).toEqual(["KEY", "OTHER"]);
});
