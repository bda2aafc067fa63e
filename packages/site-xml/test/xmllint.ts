import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Whether xmllint, the command of libxml2, is available. */
export const hasXmllint: boolean = spawnSync("xmllint", ["--version"]).status === 0;

/** The documents that xmllint finds well-formed, checked by one process. */
export function areWellFormed(documents: readonly (string | Uint8Array)[]): readonly boolean[] {
  return inFolder(documents, (files) => {
    const { stderr } = spawnSync("xmllint", ["--noout", "--nonet", ...files], { encoding: "latin1", maxBuffer: 1e9 });
    const complaints = new Set(stderr.match(/^[^:\n]+\.xml(?=:[0-9]+: (?!namespace)[a-z]+ error)/gm));
    return files.map((file) => !complaints.has(file) && (!stderr.includes("encoding error") || isWellFormed(file)));
  });
}

/** xmllint's canonical form of a document: no CDATA, few references, comments kept. */
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
