import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Whether xmllint, the command of libxml2, can be started here. */
export const hasXmllint: boolean = spawnSync("xmllint", ["--version"]).status === 0;

/** Which of these documents xmllint finds well-formed; one process for many. */
export function areWellFormed(documents: readonly (string | Uint8Array)[]): readonly boolean[] {
  return inFolder(documents, (files) => {
    const { stderr } = spawnSync("xmllint", ["--noout", "--nonet", ...files], { encoding: "latin1", maxBuffer: 1e9 });
    const complaints = new Set(stderr.match(/^[^:\n]+\.xml(?=:[0-9]+: (?!namespace)[a-z]+ error)/gm));
    return files.map((file) => !complaints.has(file) && (!stderr.includes("encoding error") || isWellFormed(file)));
  });
}

/** A document in the canonical form that xmllint gives it: no CDATA, few references left, comments still there. */
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
