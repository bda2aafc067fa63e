import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Whether xmllint, the command of libxml2, is installed. */
export const hasXmllint: boolean = spawnSync("xmllint", ["--version"]).status === 0;

/** Returns for each document whether xmllint finds it well-formed. All documents are checked by one process. */
export function areWellFormed(documents: readonly (string | Uint8Array)[]): readonly boolean[] {
  return inFolder(documents, (files) => {
    const { stderr } = spawnSync("xmllint", ["--noout", "--nonet", ...files], { encoding: "latin1", maxBuffer: 1e9 });
    const refused = new Set(stderr.match(/^[^:\n]+\.xml(?=:[0-9]+: (?!namespace)[a-z]+ error)/gm));
    return files.map((file) => !refused.has(file) && (!stderr.includes("encoding error") || isWellFormed(file)));
  });
}

/** Returns a document in xmllint's canonical form, which has no CDATA and few references, and keeps comments. */
export function canonical(document: string | Uint8Array): string {
  return inFolder([document], (files) => {
    const { stdout, status } = spawnSync("xmllint", ["--c14n", "--nonet", ...files], {
      encoding: "utf8",
      maxBuffer: 1e9,
    });
    return status === 0 ? stdout : "";
  });
}

function isWellFormed(file: string): boolean {
  return spawnSync("xmllint", ["--noout", "--nonet", file]).status === 0;
}

function inFolder<T>(documents: readonly (string | Uint8Array)[], use: (files: readonly string[]) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "site-xml-"));
  try {
    const files = documents.map((_, index) => join(folder, `${index}.xml`));
    for (const [index, document] of documents.entries()) writeFileSync(files[index] ?? "", document);
    return use(files);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
