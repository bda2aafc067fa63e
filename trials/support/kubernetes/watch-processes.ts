import { readdirSync, readFileSync } from "node:fs";

/** How often the processes are looked at, in milliseconds. */
const INTERVAL = 200;

/** What was seen since the beginning. */
export interface Seen {
  /** The highest number of programs that a node had at the same time, by the name of the node. */
  readonly atOnce: ReadonlyMap<string, number>;
  /** The number of different programs that a node had. */
  readonly different: ReadonlyMap<string, number>;
  readonly looks: number;
}

/**
 * Looks at the machine's processes all the time, and counts the Java programs of each node of an instance. This shows what no object of the
 * cluster shows: whether two programs of a node ever ran at the same time.
 */
export function watchProcesses(instance: string): { end(): Seen } {
  const atOnce = new Map<string, number>();
  const programs = new Map<string, Set<string>>();
  let looks = 0;
  const look = () => {
    looks++;
    const now = new Map<string, number>();
    for (const { node, program } of javaOf(instance)) {
      now.set(node, (now.get(node) ?? 0) + 1);
      programs.set(node, (programs.get(node) ?? new Set()).add(program));
    }
    for (const [node, count] of now) atOnce.set(node, Math.max(count, atOnce.get(node) ?? 0));
  };
  const timer = setInterval(look, INTERVAL);
  return {
    end: () => {
      clearInterval(timer);
      return { atOnce, different: new Map([...programs].map(([node, set]) => [node, set.size])), looks };
    },
  };
}

interface Running {
  readonly node: string;
  /** The process id and the start time, because process ids are used again. */
  readonly program: string;
}

function javaOf(instance: string): readonly Running[] {
  const mark = new RegExp(`-Dnode=${instance}/([\\w-]+)`);
  return readdirSync("/proc").flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const node = mark.exec(readFileSync(`/proc/${pid}/cmdline`, "utf8"))?.[1];
      // The shell that starts a program has the same text in its command line.
      const [, name, , rest = ""] = /^\d+ \((.*)\) (\S) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
      return node !== undefined && name === "java" ? [{ node, program: `${pid} ${rest.split(" ")[18]}` }] : [];
    } catch {
      return [];
    }
  });
}
