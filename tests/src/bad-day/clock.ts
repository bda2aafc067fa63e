import { execFileSync } from "node:child_process";
import { chmodSync, closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findJava } from "@reeve/java-software";

/** The clock that the service and the nodes see, which can be put forward and back. The clock of the machine and of this process stays. */
export interface Clock {
  /** Puts the clock this many seconds away from the machine's. */
  put(seconds: number): void;
  /** The variables with which the service and its nodes see this clock. */
  readonly environment: Readonly<Record<string, string>>;
  [Symbol.dispose](): void;
}

/** Why such a clock cannot be made here; undefined if it can. */
export function noClock(): string | undefined {
  if (process.platform !== "linux") return "a clock of its own needs Linux";
  try {
    execFileSync("cc", ["--version"], { stdio: "ignore" });
    return undefined;
  } catch {
    return "a clock of its own needs a C compiler (cc)";
  }
}

/** Adds the seconds that a file contains to what the C library says about the time of day. Times since the start of the machine stay. */
const LIBRARY = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>

static volatile int64_t *away;
static int (*real)(clockid_t, struct timespec *);

__attribute__((constructor)) static void start(void) {
  real = dlsym(RTLD_NEXT, "clock_gettime");
  const char *path = getenv("CLOCK_FILE");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *map = mmap(0, sizeof *away, PROT_READ, MAP_SHARED, file, 0);
  if (map != MAP_FAILED) away = map;
}

int clock_gettime(clockid_t which, struct timespec *t) {
  if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
  int answer = real(which, t);
  if (answer == 0 && away && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE)) t->tv_sec += *away;
  return answer;
}

int gettimeofday(struct timeval *restrict t, void *restrict zone) {
  (void)zone;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  t->tv_sec = now.tv_sec;
  t->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *t) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (t) *t = now.tv_sec;
  return now.tv_sec;
}
`;

export async function makeClock(): Promise<Clock> {
  const folder = mkdtempSync(join(tmpdir(), "reeve-clock-"));
  const source = join(folder, "clock.c");
  const library = join(folder, "clock.so");
  const file = join(folder, "seconds");
  writeFileSync(source, LIBRARY);
  execFileSync("cc", ["-O2", "-shared", "-fPIC", "-o", library, source, "-ldl"]);
  const seconds = new BigInt64Array(1);
  const put = (value: number) => {
    seconds[0] = BigInt(value);
    // The file is written in place, because the processes have mapped it.
    const descriptor = openSync(file, existsSync(file) ? "r+" : "w");
    writeSync(descriptor, new Uint8Array(seconds.buffer));
    closeSync(descriptor);
  };
  put(0);
  const java = await findJava({ oldest: 11 }, process.env);
  const program = join(folder, "bin", "java");
  mkdirSync(dirname(program));
  // Nodes do not inherit unknown variables from the service, so the clock comes with the program that is started as Java.
  writeFileSync(program, `#!/bin/sh\nexport LD_PRELOAD=${library} CLOCK_FILE=${file}\nexec ${java} "$@"\n`);
  chmodSync(program, 0o755);
  return {
    put,
    environment: { LD_PRELOAD: library, CLOCK_FILE: file, JAVA_HOME: folder },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
