import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { SiteEdit } from "../../src/index.ts";
import { goodTexts } from "../corpus.ts";
import { servedDocument } from "../documents.ts";
import { mutated, type Random, seeded, stored } from "../mutations.ts";
import type { FileSystemClient } from "./client.ts";
import { compare, compareEdit, type Verdict } from "./differences.ts";
import { documentBy, NAMES } from "./documents.ts";

/** The number of cases for each result, and all differences with their seeds. */
export interface Differences {
  readonly outcomes: ReadonlyMap<string, number>;
  readonly differences: readonly string[];
}

/** Compares the documents of the release, and then generated ones. Each document that can be read is also edited and compared again. */
export async function runDifferences(client: FileSystemClient, count: number, first: number): Promise<Differences> {
  const folder = mkdtempSync(join(tmpdir(), "site-xml-clients-"));
  try {
    const included = join(folder, "included.xml");
    writeFileSync(included, "<configuration/>");
    return await run(client, count, first, pathToFileURL(included).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The number of documents that are compared at the same time, so that both processes always have work. */
const BATCH = 256;
const MAX_SHOWN = 20;

async function run(client: FileSystemClient, count: number, first: number, included: string): Promise<Differences> {
  const processEnvironment = await client.processEnvironment();
  const outcomes = new Map<string, number>();
  const differences: string[] = [];
  const note = (label: string, documents: readonly string[], verdict: Verdict): void => {
    const outcome =
      verdict.kind === "same" ? `the same: ${verdict.how}` : verdict.kind === "decided" ? `decided: ${verdict.decision}` : verdict.kind;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (verdict.kind !== "different" || differences.length >= MAX_SHOWN) return;
    differences.push(`${label}: ${verdict.what}\n  ${documents.map((document) => JSON.stringify(document.slice(0, 3000))).join("\n  ")}`);
  };

  const released = await filesOf(client);
  for (const [name, text] of released) note(name, [text], await compare([text], client, processEnvironment));
  note(
    "all defaults",
    released.map(([, text]) => text),
    await compare(
      released.map(([, text]) => text),
      client,
      processEnvironment,
    ),
  );

  const texts = [...goodTexts(), servedDocument("fs-site"), servedDocument("core-site")];
  const real = released.flatMap(([, text]) => text.match(/<property>[\s\S]*?<\/property>/g) ?? []);
  for (let from = 0; from < count; from += BATCH) {
    const seeds = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => first + from + index);
    await Promise.all(
      seeds.map(async (seed) => {
        const random = seeded(seed);
        const documents = documentsOf(random, texts, { included, real });
        note(`seed ${seed}`, documents, await compare(documents, client, processEnvironment, included));
        const [document] = documents;
        if (documents.length > 1 || document === undefined || random(3) > 0) return;
        note(`edit ${seed}`, [document], await compareEdit(document, editsBy(random), client, included));
      }),
    );
  }
  return { outcomes, differences };
}

/** Returns the release's default files and site files. */
async function filesOf(client: FileSystemClient): Promise<readonly (readonly [string, string])[]> {
  const names = ["core-default.xml", "hdfs-default.xml", "hdfs-rbf-default.xml"];
  const files = await Promise.all(names.map((name) => client.file(name)));
  return files.flatMap((text, index) => (text === null ? [] : [[names[index] ?? "", text] as const]));
}

function documentsOf(
  random: Random,
  texts: readonly string[],
  options: { readonly included: string; readonly real: readonly string[] },
): readonly string[] {
  const made = () => documentBy(random, options);
  switch (random(8)) {
    case 0:
      return [stored(mutated(texts, random))];
    case 1:
      return [stored(mutated([made(), ...texts.slice(0, 1)], random))];
    case 2:
      return Array.from({ length: 2 + random(2) }, made);
    default:
      return [made()];
  }
}

function editsBy(random: Random): readonly SiteEdit[] {
  const edits = new Map<string, string | undefined>();
  for (let left = 1 + random(2); left > 0; left--) {
    const name = NAMES[random(NAMES.length)] ?? "a";
    edits.set(name, VALUES[random(VALUES.length)]);
  }
  return [...edits];
}

const VALUES: readonly (string | undefined)[] = [undefined, undefined, "", "new", " <&>\n\r]]>'\" ", "\t"];
