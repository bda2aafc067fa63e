/**
 * Publishes every package whose version is not in the registry: `npm run release:publish`. Without `-- --really` it is a dry run. Packages
 * are published with their provenance, which only a CI job with its own identity can sign.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { inspect, type Packed, packAll } from "../packages/pack.ts";
import { expectThat, run } from "../run.ts";

const { values } = parseArgs({ options: { really: { type: "boolean" } } });
const really = values.really === true;
// Whether this is a job of GitHub or GitLab that can prove where a package was built.
const canProve = "ACTIONS_ID_TOKEN_REQUEST_URL" in process.env || "SIGSTORE_ID_TOKEN" in process.env;

const work = mkdtempSync(join(tmpdir(), "reeve-publish-"));
try {
  expectThat(!really || canProve, "packages are published by a CI job that can prove where they were built");
  expectThat(!really || run("git", ["status", "--porcelain"]) === "", "there are no uncommitted changes");
  const packed = packAll(join(work, "tarballs"));
  for (const each of packed) inspect(each);
  for (const each of inOrder(packed)) if (!really || !isPublished(each)) publish(each);
  if (!really)
    console.log(
      "Nothing was published. In a workflow, after `npm run release:version`: npm run release:publish -- --really",
    );
} finally {
  rmSync(work, { recursive: true, force: true });
}

function publish({ manifest, tarball }: Packed): void {
  const { name, version, publishConfig, repository } = manifest;
  expectThat(publishConfig?.provenance === true, `${name} is published with its provenance`);
  expectThat(publishConfig.access === "public", `${name} is public`);
  if (really) {
    expectThat(version !== "0.0.0", `${name} has a version`);
    expectThat(repository !== undefined, `${name} names its repository, with which npm compares the provenance`);
  }
  const only = really ? ["--provenance"] : ["--dry-run", "--offline"];
  run("npm", ["publish", tarball, "--access", "public", ...only]);
  console.log(`${name} ${version}: ${really ? "published" : "would be published"}`);
}

function isPublished({ manifest: { name, version } }: Packed): boolean {
  const { stdout } = spawnSync("npm", ["view", name, "versions", "--json", "--silent"], { encoding: "utf8" });
  const answer = JSON.parse(stdout) as string | readonly string[] | { readonly error: { readonly code: string } };
  if (typeof answer === "object" && "error" in answer) {
    expectThat(
      answer.error.code === "E404",
      `the registry answers whether ${name} exists (its error: ${answer.error.code})`,
    );
    return false;
  }
  return [answer].flat().includes(version);
}

/** Sorts the packages so that each is published after its dependencies. */
function inOrder(packed: readonly Packed[]): readonly Packed[] {
  const ordered = new Set<Packed>();
  const add = (each: Packed): void => {
    for (const name of Object.keys(each.manifest.dependencies ?? {})) {
      const needed = packed.find(({ manifest }) => manifest.name === name);
      if (needed && !ordered.has(needed)) add(needed);
    }
    ordered.add(each);
  };
  for (const each of packed) add(each);
  return [...ordered];
}
