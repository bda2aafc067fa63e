/**
 * Makes the single program for this platform: `npm run single -- FILE`. It is a Node with the packed command line, its service and its
 * engines in it, and is tried in an environment without Node. A release runs this on each platform, because macOS starts only what was
 * signed on a Mac.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { installPacked } from "./packages/installed-program.ts";
import { packAll } from "./packages/pack.ts";
import { makeSingle } from "./single/make.ts";
import { useSingle } from "./single/use.ts";

const file = resolve(process.argv[2] ?? `dist/reeve-${process.platform}-${process.arch}`);
const work = mkdtempSync(join(tmpdir(), "reeve-single-"));
try {
  const tree = join(work, "tree");
  mkdirSync(tree);
  installPacked(packAll(join(work, "tarballs")), tree, []);
  mkdirSync(dirname(file), { recursive: true });
  await makeSingle(tree, file, work);
  useSingle(file, work);
} finally {
  rmSync(work, { recursive: true, force: true });
}
