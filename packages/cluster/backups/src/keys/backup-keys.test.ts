import { expect, test } from "vitest";
import { backupKeys, type KeyFiles } from "./backup-keys.ts";

function files(contents = new Map<string, string>()): KeyFiles & { readonly contents: Map<string, string> } {
  return { contents, read: (name) => contents.get(name), write: (name, content) => contents.set(name, content) };
}

const key = backupKeys().own();
const imported_at = "2026-03-01T00:00:00.000Z";

test("the own key is created when it is first needed, and stays the same", () => {
  const kept = files();
  const keys = backupKeys(kept);
  expect(kept.contents.size).toBe(0);
  const signature = keys.sign("content");
  expect([...kept.contents.keys()]).toEqual(["backup-signing-key.pem"]);
  const again = backupKeys(kept);
  expect(again.own()).toBe(signature.key);
  expect(again.originOf("content", signature)).toBe("own");
  expect(again.originOf("Content", signature)).toBe("invalid");
  expect(again.originOf("content", undefined)).toBe("none");
  expect(again.originOf("content", { key: "no key", value: "" })).toBe("invalid");
});

test("an imported key is trusted until it is removed, also after a restart", () => {
  const kept = files();
  const others = backupKeys();
  const signature = others.sign("content");
  expect(backupKeys(kept).originOf("content", signature)).toBe("unknown");
  backupKeys(kept).trust({ name: "others", key: others.own(), imported_at });
  expect(backupKeys(kept).originOf("content", signature)).toBe("trusted");
  expect(backupKeys(kept).trusted()).toEqual([{ name: "others", key: others.own(), imported_at }]);
  backupKeys(kept).distrust("others");
  expect(backupKeys(kept).originOf("content", signature)).toBe("unknown");
  expect(() => backupKeys(kept).distrust("others")).toThrow("there is no imported key called others");
});

test("a key that is trusted already, and a name that is taken, are refused", () => {
  const keys = backupKeys();
  keys.trust({ name: "others", key, imported_at });
  expect(() => keys.trust({ name: "again", key, imported_at })).toThrow("already trusted; its name is others");
  expect(() => keys.trust({ name: "others", key: backupKeys().own(), imported_at })).toThrow("choose another name");
  expect(() => keys.trust({ name: "me", key: keys.own(), imported_at })).toThrow("own key");
});

test("it is remembered when a backup was written last, also after a restart", () => {
  const kept = files();
  backupKeys(kept).wrote("nightly in s3://backups", "2026-03-01T00:00:00Z");
  expect(backupKeys(kept).lastWritten("nightly in s3://backups")).toBe("2026-03-01T00:00:00Z");
  expect(backupKeys(kept).lastWritten("nightly in s3://others")).toBeUndefined();
});

test.each(["backup-signing-key.pem", "trusted-backup-keys.json"])("a damaged %s is reported", (name) => {
  const keys = backupKeys(files(new Map([[name, "{}"]])));
  expect(() => [keys.own(), keys.trusted()]).toThrow(`${name} in the state folder is damaged`);
});
