import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Home } from "./command-line.ts";

/** A stand-in for `systemctl`, `loginctl` and `launchctl`, which records its calls and runs the units of the user. */
export interface StandInManager {
  /** The variables that make commands find it. */
  readonly env: Readonly<Record<string, string>>;
  /** The calls so far. */
  calls(): readonly string[];
}

/** Writes the programs into a folder of the home. */
export function standInManager({ folder, env }: Home): StandInManager {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  for (const name of ["systemctl", "loginctl", "launchctl"]) {
    writeFileSync(join(bin, name), `#!${process.execPath}\n${SCRIPT}`);
    chmodSync(join(bin, name), 0o755);
  }
  const calls = join(folder, "calls");
  writeFileSync(calls, "");
  return {
    env: { PATH: `${bin}:${env.PATH}`, STAND_IN: folder, XDG_CONFIG_HOME: join(folder, "config") },
    calls: () => readFileSync(calls, "utf8").trim().split("\n"),
  };
}

/** The words of a setting, with the escapes and specifiers of systemd replaced. */
const SCRIPT = String.raw`
const { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { spawn } = require("node:child_process");
const folder = process.env.STAND_IN;
const words = process.argv.slice(2);
appendFileSync(folder + "/calls", [process.argv[1].split("/").pop(), ...words].join(" ") + "\n");
const verb = words.find((word) => !word.startsWith("--"));
const pidFile = folder + "/unit.pid";
const pid = () => (existsSync(pidFile) ? Number(readFileSync(pidFile, "utf8")) : 0);
const runs = () => { try { return pid() > 0 && (process.kill(pid(), 0), true); } catch { return false; } };
const unquoted = (text) => [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word]) =>
  word.replace(/\\x([0-9a-f]{2})|\\(.)/g, (_, hex, one) => hex ? String.fromCharCode(parseInt(hex, 16)) : one).replaceAll("%%", "%"));
async function stop() {
  if (!runs()) return;
  process.kill(pid(), "SIGTERM");
  while (runs()) await new Promise((done) => setTimeout(done, 20));
}
function start(name) {
  const lines = readFileSync(folder + "/config/systemd/user/" + name, "utf8").split("\n");
  const of = (key) => lines.filter((line) => line.startsWith(key + "=")).map((line) => line.slice(key.length + 1));
  const set = of("Environment").flatMap(unquoted).map((each) => [each.slice(0, each.indexOf("=")), each.slice(each.indexOf("=") + 1)]);
  const env = { HOME: folder, INVOCATION_ID: "0123456789abcdef", ...Object.fromEntries(set) };
  const child = spawn("/bin/sh", ["-c", 'SYSTEMD_EXEC_PID=$$ exec "$@"', "sh", ...unquoted(of("ExecStart")[0])], { env, detached: true, stdio: "ignore" });
  writeFileSync(pidFile, String(child.pid));
  child.unref();
}
(async () => {
  if (verb === "show-user") console.log("no");
  if (verb === "is-active") console.log(runs() ? "active" : "inactive");
  if (verb === "stop" || words.includes("--now")) await stop();
  if (verb === "restart") { await stop(); start(words.at(-1)); }
})();
`;
