import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/running.ts";
import { openLineFile } from "./line-file.ts";

/** A file with limits so small that it is rotated before line 22. */
function scene() {
  const folder = temporaryFolder();
  const path = join(folder.path, "lines");
  let failing: Error | undefined;
  const file = openLineFile(path, { largest: 100, least: 1, most: 1, days: 0 }, (each) => {
    const error = failing;
    failing = undefined;
    if (error) throw error;
    return openSync(each, "a", 0o600);
  });
  return {
    failNextOpen: (error: Error) => {
      failing = error;
    },
    folder: folder.path,
    aside: `${path}.1`,
    file,
    write: (first: number, last: number) => {
      for (const number of range(first, last)) file.write(String(number).padStart(4, "0"));
    },
    lines: (of = path) => readFileSync(of, "utf8").trimEnd().split("\n").map(Number),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

test("a large file is rotated", () => {
  using here = scene();
  here.write(1, 24);
  expect([here.lines(here.aside), here.lines()]).toEqual([range(1, 21), range(22, 24)]);
  here.file.close();
});

test("a file that cannot be rotated still accepts lines, and the rotation is tried again, but not for each line", () => {
  using here = scene();
  mkdirSync(here.aside);
  here.write(1, 22);
  rmdirSync(here.aside);
  here.write(23, 24);
  expect(here.lines()).toEqual(range(1, 24));
  here.write(25, 45);
  expect([here.lines(here.aside), here.lines()]).toEqual([range(1, 24), range(25, 45)]);
  here.write(46, 46);
  expect([here.lines(here.aside), here.lines()]).toEqual([range(25, 45), [46]]);
  here.file.close();
});

test("no line is lost if a file was rotated and the next file cannot be opened", () => {
  using here = scene();
  here.write(1, 21);
  here.failNextOpen(new Error("too many open files"));
  here.write(22, 24);
  expect(here.lines(here.aside)).toEqual(range(1, 24));
  here.write(25, 30);
  expect([here.lines(here.aside), here.lines()]).toEqual([range(1, 24), range(25, 30)]);
  here.file.close();
});

test("a closed descriptor is not used again, because it may belong to another file", () => {
  using here = scene();
  mkdirSync(here.aside);
  here.write(1, 21);
  try {
    here.write(22, 22);
  } catch {
    // This write may fail. The test is about the writes that follow.
  }
  const path = join(here.folder, "theirs");
  const theirs = openSync(path, "w");
  here.write(23, 23);
  here.file.close();
  writeFileSync(theirs, "whole\n");
  expect(readFileSync(path, "utf8")).toBe("whole\n");
  closeSync(theirs);
});

test("a lower limit deletes files of a higher one", () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "lines");
  const limits = { largest: 10, least: 4, most: 4, days: 0 };
  const file = openLineFile(path, limits);
  const fill = () => {
    for (let line = 0; line < 20; line++) file.write("line");
  };
  const aside = () => [1, 2, 3, 4, 5].filter((number) => existsSync(`${path}.${number}`));
  fill();
  expect(aside()).toEqual([1, 2, 3, 4]);
  Object.assign(limits, { least: 2, most: 2 });
  fill();
  expect(aside()).toEqual([1, 2]);
  file.close();
});
