import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readRecord, writeRecord } from "./record.ts";

test("a copy of a state does not pass for the state of the service that runs", () => {
  const folder = mkdtempSync(join(tmpdir(), "reeve-record-"));
  try {
    const [original, copy] = [join(folder, "original"), join(folder, "copy")];
    const running = { pid: process.pid, url: "http://127.0.0.1:1", flags: ["--port=1"] };
    writeRecord(original, running);
    cpSync(original, copy, { recursive: true });
    expect(readRecord(original)).toEqual(running);
    expect(readRecord(copy)).toEqual({ ...running, original: realpathSync(original) });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
