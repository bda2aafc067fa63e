/**
 * Runs Schemathesis 4 (from PyPI, installed in the user's cache) on the six served OpenAPI documents: examples, coverage, fuzzing with
 * valid and invalid data, and sequences of calls. `--runs` is the number of cases for each operation. Skipped without Python.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readArguments } from "./support/arguments.ts";
import { instances, startEveryRevision } from "./support/every-revision.ts";
import { fromPyPI } from "./support/tools.ts";

const { runs, seed } = readArguments({ runs: 1000 });
const folder = await fromPyPI("schemathesis>=4,<5");
if (folder === undefined) {
  console.log("skipped: there is no Python here");
} else {
  const reeve = await startEveryRevision();
  const failed: string[] = [];
  for (const [document, service] of Object.entries(instances)) {
    console.log(`\n${document}`);
    if (!(await goThrough(join(folder, "schemathesis"), document, service, reeve))) failed.push(document);
  }
  const health = await fetch(`${reeve.url}/health`);
  const defects = await reeve.fetch(`${reeve.url}/reeve/v1/logs?level=error`, {
    headers: { authorization: `token=${reeve.token}` },
  });
  console.log(`\nhealth ${health.status}; log of errors: ${(await defects.text()) || "empty"}`);
  await reeve.close();
  console.log(failed.length === 0 ? "no findings" : `findings in ${failed.join(", ")}`);
  process.exitCode = failed.length === 0 && health.ok ? 0 : 1;
}

function goThrough(
  program: string,
  document: string,
  service: string,
  { url, token }: { readonly url: string; readonly token: string },
): Promise<boolean> {
  // Only this parameter needs a value, because Schemathesis generates all others from the document.
  const config = join(mkdtempSync(join(tmpdir(), "schemathesis-")), "schemathesis.toml");
  writeFileSync(config, `[parameters]\n"path.service_name" = "${service}"\n`);
  const args = [
    ...["--config-file", config, "run", `${url}/reeve/v1/openapi/${document}.json`, "--url", url],
    ...["--header", `Authorization: token=${token}`, "--max-examples", String(runs), "--seed", String(seed)],
    ...["--mode", "all", "--phases", "examples,coverage,fuzzing,stateful", "--continue-on-failure", "--no-color"],
  ];
  const child = spawn(program, args, { stdio: "inherit", cwd: tmpdir() });
  return new Promise((resolve) => child.once("exit", (code) => resolve(code === 0)));
}
