/** Makes a single program of this Node and an installed command line. */
import { createHash } from "node:crypto";
import { globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { constants, zstdCompressSync } from "node:zlib";
import { rolldown } from "rolldown";
import { run } from "../run.ts";
import { root } from "../workspace.ts";

/** Files that no program reads. Licences and the documents of `reeve help` stay. */
const UNREAD = /\.(?:d\.[cm]?ts|map|tsbuildinfo)$|\/node_modules\/\.(?:bin|package-lock\.json)/;

/** Node reads the program's parts from this archive, which is compressed once and unpacked at the first start. */
const LEVEL = 15;

/** Makes the program in `file` from the folder in which npm has installed `@reeve/cli`. `work` is for temporary files. */
export async function makeSingle(tree: string, file: string, work: string): Promise<void> {
  const archive = archiveOf(tree);
  const id = createHash("sha256").update(archive).digest("hex").slice(0, 24);
  writeFileSync(join(work, "archive"), zstdCompressSync(archive, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } }));
  writeFileSync(join(work, "id"), id);
  const main = join(work, "main.cjs");
  await bundleMain(main);
  const configuration = {
    main,
    output: file,
    disableExperimentalSEAWarning: true,
    assets: { archive: join(work, "archive"), id: join(work, "id") },
  };
  writeFileSync(join(work, "single.json"), JSON.stringify(configuration));
  run(process.execPath, [`--build-sea=${join(work, "single.json")}`], work);
  // A program that is not signed does not start on a Mac with an Apple processor.
  if (process.platform === "darwin") run("codesign", ["--force", "--sign", "-", file]);
  console.log(`${file}: ${Math.round(statSync(file).size / 2 ** 20)} MB`);
}

/** The length of the index, the index, and then the contents of the files. */
function archiveOf(tree: string): Buffer {
  const paths = globSync("node_modules/**", { cwd: tree })
    .filter((path) => !UNREAD.test(`/${path}`) && statSync(join(tree, path)).isFile())
    .sort();
  const contents = paths.map((path) => readFileSync(join(tree, path)));
  const index = Buffer.from(JSON.stringify(paths.map((path, at) => [path, contents[at]?.length])));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(index.length);
  return Buffer.concat([length, index, ...contents]);
}

async function bundleMain(file: string): Promise<void> {
  const bundle = await rolldown({ input: join(root, "apps/cli/src/single.ts"), platform: "node" });
  await bundle.write({ file, format: "cjs", minify: true });
  await bundle.close();
}
