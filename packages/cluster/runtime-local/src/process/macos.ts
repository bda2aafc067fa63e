import { execFile, execFileSync } from "node:child_process";
import { closeSync, constants, openSync, realpathSync } from "node:fs";
import { codeOfError } from "@reeve/contract";
import type { Platform } from "./platform.ts";

/** macOS describes processes through `ps` and `lsof`, and can lock a file when it is opened. */
export const macos: Platform = {
  startOf: (pid) => {
    const printed = ps(pid, "stat=,lstart=");
    return printed === undefined || printed.startsWith("Z") ? undefined : printed.replace(/^\S+\s+/, "");
  },
  groupOf: (pid) => {
    const printed = ps(pid, "pgid=");
    return printed === undefined ? undefined : Number(printed);
  },
  usageOf: (pid) => {
    const group = ps(pid, "pgid=");
    return group === undefined ? undefined : usageOfGroup(group.trim());
  },
  holdersOf: (file) =>
    new Promise((resolve) => {
      // `lsof` ends with 1 if no process has the file open.
      execFile("lsof", ["-t", "--", realpathSync(file)], (_, printed) => {
        const pids = printed.split("\n").filter((line) => line !== "");
        resolve(pids.map(Number).filter((pid) => pid !== process.pid));
      });
    }),
  listenerOn: (port) =>
    new Promise((resolve) => {
      execFile("lsof", ["-nP", `-iTCP:${port}`, "-sTCP:LISTEN", "-FpcL"], (_, printed) => {
        const [, pid, name = "", user = ""] = /^p(\d+)\nc(.*)\nL(.*)$/m.exec(printed) ?? [];
        resolve(pid === undefined ? undefined : { pid: Number(pid), name, user });
      });
    }),
  tryLock: async (file, shared) => {
    try {
      const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | (shared ? O_SHLOCK : O_EXLOCK);
      const descriptor = openSync(file, flags, 0o600);
      return { descriptor, release: () => closeSync(descriptor) };
    } catch (error) {
      if (codeOfError(error) === "EAGAIN") return undefined;
      throw error;
    }
  },
};

/** Node.js does not define these flags. */
const O_SHLOCK = 0x10;
const O_EXLOCK = 0x20;

/** The total usage of a process group. `ps` prints memory in KiB and processor time as `1:02:03.45`. */
export function usageOfGroup(group: string): ReturnType<Platform["usageOf"]> {
  const rows = (run("-axo", "pgid=,rss=,time=") ?? "").split("\n").map((row) => row.trim().split(/\s+/));
  const members = rows.filter(([each]) => each === group);
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  return {
    memory: sum(members.map(([, rss]) => Number(rss))) * 1024,
    processor: sum(members.map(([, , time = ""]) => secondsOf(time))),
  };
}

function secondsOf(time: string): number {
  return time.split(":").reduce((all, part) => all * 60 + Number(part), 0);
}

function ps(pid: number, columns: string): string | undefined {
  return run("-o", columns, "-p", String(pid));
}

/** The output of `ps`; undefined if it finds no process. */
function run(...options: readonly string[]): string | undefined {
  try {
    const printed = execFileSync("ps", options, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, LC_ALL: "C" },
    });
    return printed.trim() || undefined;
  } catch {
    return undefined;
  }
}
