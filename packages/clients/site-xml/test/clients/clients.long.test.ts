import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FileSystemClient, missing, startClient } from "./client.ts";
import { clientNamesSource, deprecatedKeysSource } from "./facts.ts";
import { runDifferences } from "./run.ts";
import { runTypedDifferences } from "./typed.ts";

const DOCUMENTS = 5000;
const VALUES = 1000;
const reason = missing();

describe.skipIf(reason !== undefined)(`beside the file system's own class${reason ? ` (skipped: ${reason})` : ""}`, () => {
  let client: FileSystemClient;
  beforeAll(() => {
    client = startClient();
  }, 300_000);
  afterAll(() => client.close());

  test(`${DOCUMENTS} documents and the release's own files are read the same`, { timeout: 300_000 }, async () => {
    const { outcomes, differences } = await runDifferences(client, DOCUMENTS, 1);
    expect(differences).toEqual([]);
    expect(outcomes.get("the same: read")).toBeGreaterThan(DOCUMENTS / 2);
    expect(outcomes.get("the same: refused")).toBeGreaterThan(DOCUMENTS / 10);
  });

  test(`${VALUES} values are read the same by every typed reader`, { timeout: 60_000 }, async () => {
    const { outcomes, differences } = await runTypedDifferences(client, VALUES, 1);
    expect(differences).toEqual([]);
    expect(outcomes.get("the same: read")).toBeGreaterThan(VALUES);
  });

  test("the tables are those of the release", { timeout: 300_000 }, async () => {
    const table = (name: string) => readFileSync(new URL(`../../src/${name}.ts`, import.meta.url), "utf8");
    const bare = (source: string) => source.replace(/\/\*\*.*?\*\//gs, "").replace(/\s+/g, "");
    expect(bare(table("deprecated-keys"))).toBe(bare(await deprecatedKeysSource(client)));
    expect(bare(table("client-names"))).toBe(bare(await clientNamesSource(client)));
  });
});
