import { expect, test } from "vitest";
import { newRequestId } from "./request-id.ts";

test("an id is a UUID, and random digits in pages of insecure origins, which have no randomUUID", () => {
  expect(newRequestId()).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  const insecure = { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) };
  const ids = Array.from({ length: 100 }, () => newRequestId(insecure));
  expect(new Set(ids).size).toBe(100);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
});
