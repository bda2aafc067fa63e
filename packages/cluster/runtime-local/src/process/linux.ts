import { spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { basename } from "node:path";
import { ReeveError } from "@reeve/contract";
import type { Platform } from "./platform.ts";

/** Linux describes processes under `/proc`. `flock`, a small program of every distribution, locks files. */
export const linux: Platform = {
  startOf: (pid) => {
    const [state, , , , , , , , , , , , , , , , , , , start] = statOf(pid);
    // A zombie has ended, although its entry still exists.
    return start === undefined || state === "Z" || state === "X" ? undefined : `${bootId()}/${start}`;
  },
  groupOf: (pid) => {
    const group = statOf(pid)[GROUP];
    return group === undefined ? undefined : Number(group);
  },
  usageOf: (pid) => {
    const group = statOf(pid)[GROUP];
    if (group === undefined) return undefined;
    const stats = pids()
      .map(statOf)
      .filter((stat) => stat[GROUP] === group);
    const sum = (field: number) => stats.reduce((all, stat) => all + Number(stat[field]), 0);
    return { memory: sum(RESIDENT) * pageSize(), processor: (sum(USER_TIME) + sum(SYSTEM_TIME)) / TICKS };
  },
  holdersOf: async (file) => {
    const path = realpathSync(file);
    return pids().filter((pid) => pid !== process.pid && filesOf(pid).includes(path));
  },
  listenerOn: async (port, host) => {
    const found = ["tcp", "tcp6"].flatMap((table) => listening(table, port, host));
    const [first] = found;
    if (!first) return undefined;
    const sockets = new Set(found.map(({ socket }) => socket));
    const pid = pids().find((each) => filesOf(each).some((file) => sockets.has(file)));
    return { ...(pid !== undefined && { pid, name: nameOf(pid) }), user: userOf(first.uid) };
  },
  tryLock: async (file, shared) => {
    const descriptor = openSync(file, "a", 0o600);
    const release = () => closeSync(descriptor);
    try {
      if (await flock(descriptor, shared ? "-s" : "-x")) return { descriptor, release };
    } catch (error) {
      release();
      throw error;
    }
    release();
    return undefined;
  },
};

// The indexes of fields in `/proc/<pid>/stat`, counted after the process's name.
const GROUP = 2;
const USER_TIME = 11;
const SYSTEM_TIME = 12;
const RESIDENT = 21;

/** Linux reports processor time in hundredths of a second, whatever the frequency of its own clock. */
const TICKS = 100;

/** The size of a memory page in bytes, the unit in which Linux counts a process's memory. */
function pageSize(): number {
  page ??= Number(spawnSync("getconf", ["PAGESIZE"], { encoding: "utf8" }).stdout) || 4096;
  return page;
}

let page: number | undefined;

/** The lock belongs to the open file description, not to the process that locks it, so the lock remains when `flock` has ended. */
function flock(descriptor: number, kind: "-s" | "-x"): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn("flock", ["-n", kind, "3"], { stdio: ["ignore", "ignore", "ignore", descriptor] });
    child.once("error", (error) => {
      const isMissing = "code" in error && error.code === "ENOENT";
      reject(isMissing ? new ReeveError("server-failure", "the program flock is missing: install util-linux") : error);
    });
    child.once("exit", (code) => {
      if (code === 0 || code === 1) resolve(code === 0);
      else reject(new ReeveError("server-failure", `a file could not be locked: flock ended with ${code}`));
    });
  });
}

function pids(): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** The name of a user; the number if the machine's own list does not have it. */
function userOf(uid: string): string {
  try {
    const users = readFileSync("/etc/passwd", "utf8").split("\n");
    return users.map((line) => line.split(":")).find(([, , id]) => id === uid)?.[0] ?? uid;
  } catch {
    return uid;
  }
}

interface ListeningSocket {
  /** The socket as `socket:[inode]`, the form in which `/proc/<pid>/fd` shows it. */
  readonly socket: string;
  readonly uid: string;
}

/** The sockets that listen on a port. With a host, these are the sockets that listen on that host or on all addresses. */
function listening(table: string, port: number, host: string | undefined): readonly ListeningSocket[] {
  try {
    const [, ...lines] = readFileSync(`/proc/net/${table}`, "latin1").trim().split("\n");
    return lines.flatMap((line) => {
      const [, local = "", , state, , , , uid = "", , inode] = line.trim().split(/\s+/);
      const [address = "", number = ""] = local.split(":");
      const isThere = host === undefined || /^0+$/.test(address) || address.endsWith(inTable(host));
      const isMeant = state === LISTENS && Number.parseInt(number, 16) === port && isThere;
      return isMeant ? [{ socket: `socket:[${inode}]`, uid }] : [];
    });
  } catch {
    // The table of IPv6 sockets does not exist on a machine without IPv6.
    return [];
  }
}

const LISTENS = "0A";

/** Writes an address in the format of the kernel's table of sockets, which uses the machine's byte order. */
function inTable(host: string): string {
  const bytes = host.split(".").reverse();
  return bytes
    .map((byte) => Number(byte).toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();
}

/** The name of a process's program. The name in `/proc/<pid>/stat` is that of the first thread, which can be any text. */
function nameOf(pid: number): string {
  try {
    const [program = ""] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return basename(program);
  } catch {
    return "ended";
  }
}

/** The fields of `/proc/<pid>/stat` after the process's name, which can contain any character: state, parent, group … */
function statOf(pid: number): readonly string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

function filesOf(pid: number): readonly string[] {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).flatMap((name) => linkOf(`${folder}/${name}`));
  } catch {
    // The files of a process cannot be read if it has ended meanwhile or belongs to another user.
    return [];
  }
}

function linkOf(path: string): string[] {
  try {
    return [readlinkSync(path)];
  } catch {
    return [];
  }
}

/** The id of the machine's boot. Start times count from the boot, so a start time alone is not unique. */
function bootId(): string {
  boot ??= readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  return boot;
}

let boot: string | undefined;
