import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, copyFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { positionOfTail, readRange } from "./excerpt.ts";
import { lastWords } from "./logs.ts";
import { openOutput, type TaskOutput } from "./output.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "reeve-output-"));
  folders.push(made);
  return made;
}

async function all(output: TaskOutput): Promise<string> {
  const { from, to } = await output.range();
  return (await readRange(output, from, to)).toString();
}

async function tail(output: TaskOutput, lines: number): Promise<string> {
  const { to } = await output.range();
  return (await readRange(output, await positionOfTail(output, lines), to)).toString();
}

test("however often the output of a running program is rotated, each line is kept once", async () => {
  const made = folder();
  const output = openOutput(made, { files: 1000, bytes: 20_000 });
  const lines = 'i=0; while [ $i -lt 60000 ]; do echo "line $i"; i=$((i+1)); [ $((i%2000)) = 0 ] && sleep 0.01; done';
  const writer = spawn("/bin/sh", ["-c", `(${lines}) >> "$0"`, output.live]);
  const ended = once(writer, "exit").then(() => true);
  while (!(await Promise.race([ended, sleep(5)]))) await output.rotate();
  await output.rotate();
  expect(readdirSync(made).length).toBeGreaterThan(3);
  const kept = (await all(output)).trimEnd().split("\n");
  expect(kept.length).toBe(60_000);
  expect(kept.every((line, index) => line === `line ${index}`)).toBe(true);
});

test("the disk space of a task's output is bounded, and the end is what is kept", async () => {
  const made = folder();
  const output = openOutput(made, { files: 2, bytes: 10_000 });
  for (let block = 0; block < 50; block++) {
    appendFileSync(output.live, `${String(block).padStart(4)}\n`.repeat(2000));
    await output.rotate();
  }
  const taken = readdirSync(made).map((file) => statSync(join(made, file)).size);
  expect(taken.length).toBe(3);
  expect(taken.reduce((sum, size) => sum + size)).toBeLessThan(4 * 10_000);
  expect((await all(output)).endsWith("  49\n".repeat(1000))).toBe(true);
  const again = openOutput(made, { files: 2, bytes: 10_000 });
  expect(await again.range()).toEqual(await output.range());
  expect(await all(again)).toBe(await all(output));
});

test.each(["", ...(hasNoCollapse() ? ["/dev/shm/"] : [])])(
  "one burst is split into several files of the allowed size %s",
  async (memory) => {
    const made = memory === "" ? folder() : mkdtempSync(`${memory}reeve-output-`);
    folders.push(made);
    const limits = { files: 5, bytes: 100_000 };
    const output = openOutput(made, limits);
    const text = Array.from({ length: 45_000 }, (_, index) => `line ${index}\n`).join("");
    writeFileSync(output.live, text);
    await output.rotate();
    const sizes = readdirSync(made).map((file) => statSync(join(made, file)).size);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(limits.bytes);
    expect(sizes.length).toBeGreaterThan(4);
    const { from, to } = await output.range();
    expect([await all(output), to]).toEqual([text.slice(from), text.length]);
    const again = openOutput(made, limits);
    expect([await again.range(), await all(again)]).toEqual([{ from, to }, text.slice(from)]);
  },
);

test("a service that is killed while it splits a file loses nothing", async () => {
  const made = folder();
  const text = Array.from({ length: 20_000 }, (_, index) => `line ${index}\n`).join("");
  writeFileSync(join(made, "output.000000000000000"), text);
  writeFileSync(join(made, "output.000000000065536"), text.slice(65_536, 100_000));
  writeFileSync(join(made, "output"), "the end\n");
  const output = openOutput(made, { files: 5, bytes: 65_536 });
  expect(await all(output)).toBe(`${text}the end\n`);
});

test.each(["before", "after"])("a service that is killed %s it cuts off what it has copied loses nothing", async (when) => {
  const made = folder();
  const first = openOutput(made, { files: 5, bytes: 1000 });
  const text = Array.from({ length: 3000 }, (_, index) => `line ${index}\n`).join("");
  writeFileSync(first.live, text);
  const head = join(made, "head");
  writeFileSync(head, text.slice(0, 8192));
  copyFileSync(head, join(made, "output.moving"));
  if (when === "after") writeFileSync(first.live, text.slice(8192));
  const second = openOutput(made, { files: 5, bytes: 1000 });
  expect(await all(second)).toBe(text);
  await second.rotate();
  expect(await all(second)).toBe(text);
});

test("the tail is the last lines", async () => {
  const output = openOutput(folder(), { files: 5, bytes: 100_000 });
  expect(await tail(output, 3)).toBe("");
  const words = fc.array(fc.stringMatching(/^[a-zé ]{0,40}$/), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(words, fc.nat(40), fc.boolean(), async (lines, count, finished) => {
      const text = lines.map((line) => `${line}\n`).join("") + (finished ? "" : "unfinished");
      writeFileSync(output.live, text);
      const expected = (finished ? lines : [...lines, "unfinished"]).slice(-count || Number.POSITIVE_INFINITY);
      const printed = await tail(output, count);
      expect(printed).toBe(count === 0 ? "" : expected.join("\n") + (finished && expected.length > 0 ? "\n" : ""));
    }),
  );
});

test("the tail spans files", async () => {
  const output = openOutput(folder(), { files: 50, bytes: 5000 });
  for (let line = 0; line < 20_000; line++) {
    appendFileSync(output.live, `line ${line}\n`);
    if (line % 1000 === 0) await output.rotate();
  }
  expect((await tail(output, 15_000)).split("\n")[0]).toBe("line 5000");
  expect(await lastWords(output)).toBe("line 19997 / line 19998 / line 19999");
});

test("the last words contain the beginnings of the last lines, where an exception has its class", async () => {
  const output = openOutput(folder(), { files: 5, bytes: 100_000 });
  const missing = "java.lang.NoClassDefFoundError: my/Authorizer";
  appendFileSync(output.live, `started\n${missing} is not in ${"/some/long/path.jar:".repeat(100)}\n\tat my.Main\nstopped\n`);
  expect(await lastWords(output)).toMatch(/^started \/ java.lang.NoClassDefFoundError: my\/Authorizer is not in .{240,}… \/ stopped$/);
});

test.runIf(hasNoCollapse())("where the file system cannot collapse the head, the file is emptied", async () => {
  const made = mkdtempSync("/dev/shm/reeve-output-");
  folders.push(made);
  const output = openOutput(made, { files: 5, bytes: 10_000 });
  for (let block = 0; block < 3; block++) {
    appendFileSync(output.live, `line ${block}\n`.repeat(3000));
    await output.rotate();
    expect(statSync(output.live).size).toBe(0);
  }
  expect((await all(output)).length).toBe(3 * 3000 * 7);
});

/** `/dev/shm` is in memory, and its files cannot be collapsed. */
function hasNoCollapse(): boolean {
  try {
    const file = "/dev/shm/reeve-collapse";
    writeFileSync(file, "x".repeat(10_000));
    try {
      execFileSync("fallocate", ["--collapse-range", "--offset", "0", "--length", "4096", file], { stdio: "ignore" });
      return false;
    } catch {
      return true;
    } finally {
      rmSync(file);
    }
  } catch {
    return false;
  }
}
