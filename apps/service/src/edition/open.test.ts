import { chmodSync, chownSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { temporaryFolder } from "../../test/running.ts";
import { keepInMemory } from "../state/state-folder.ts";
import { openEdition } from "./open.ts";

test.each(["", "# all gone\n", "\n"])("tokens stay valid when their file is emptied (%j), and the log says so", (emptied) => {
  using folder = temporaryFolder();
  const file = join(folder.path, "tokens");
  writeFileSync(file, "first-token-of-them-all\n", { mode: 0o600 });
  let time = 0;
  const logged: (readonly unknown[])[] = [];
  const log = (...entry: readonly unknown[]) => void logged.push(entry);
  const edition = openEdition(keepInMemory(), file, log, () => time);
  writeFileSync(file, emptied);
  time += 2000;
  expect(edition.identify("first-token-of-them-all")).toEqual({ who: "token" });
  expect(logged.filter(([level]) => level === "error")).toEqual([
    ["error", "tokens-refused", { file, reason: expect.stringContaining(`${file} holds no token`) }],
  ]);
  time += 2000;
  expect(edition.identify("first-token-of-them-all")).toEqual({ who: "token" });
  expect(logged.filter(([level]) => level === "error")).toHaveLength(1);
  writeFileSync(file, "second-token-of-them-all\n");
  time += 2000;
  expect(edition.identify("second-token-of-them-all")).toEqual({ who: "token" });
  expect(edition.identify("first-token-of-them-all")).toBeUndefined();
});

test("a token has the name before it, and a line without a name keeps the number of its line", () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "tokens");
  writeFileSync(file, "ops: first-token-of-them-all\nsecond:token-of-them-all\n", { mode: 0o600 });
  const log = vi.fn();
  const edition = openEdition(keepInMemory(), file, log, Date.now);
  expect(edition.identify("first-token-of-them-all")).toEqual({ who: "ops" });
  expect(edition.identify("second:token-of-them-all")).toEqual({ who: "token 2" });
  expect(log.mock.calls).toEqual([
    ["warn", "tokens-without-name", { file, lines: [2], reason: expect.stringContaining("calls it token 2") }],
  ]);
});

test.each([0o644, 0o660, 0o666])("a file of tokens with the mode %o is refused, because others may know or add tokens", (mode) => {
  using folder = temporaryFolder();
  const file = join(folder.path, "tokens");
  writeFileSync(file, "ops: first-token-of-them-all\n");
  chmodSync(file, mode);
  expect(() => openEdition(keepInMemory(), file, vi.fn(), Date.now)).toThrow(`run chmod 600 ${file}`);
});

const isRoot = process.getuid?.() === 0;
test.skipIf(!isRoot)(
  `a file of tokens that belongs to another user is refused${isRoot ? "" : " (skipped: only root can make one)"}`,
  () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "tokens");
    writeFileSync(file, "ops: first-token-of-them-all\n", { mode: 0o600 });
    chownSync(file, 65_534, 65_534);
    expect(() => openEdition(keepInMemory(), file, vi.fn(), Date.now)).toThrow(`${file} belongs to another user`);
  },
);
