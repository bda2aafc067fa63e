/**
 * Runs the engine of the page on writing an engine (`docs/how-to/write-an-engine.md`) as pods of a real cluster, in an image with only a
 * shell. Restarts and replaces a node, changes the definition, and compares the pods with what kubectl shows. `--keep` is that of the trial
 * `kubernetes`, which also says what the machine needs.
 */
import { parseArgs } from "node:util";
import { shellImage } from "../scripts/images/shell-image.ts";
import { runInside } from "./support/kubernetes/run-inside.ts";
import { withLab } from "./support/kubernetes/with-lab.ts";

const { values } = parseArgs({ options: { keep: { type: "boolean", default: false } } });

process.exitCode = await withLab({ keep: values.keep }, async (lab) => {
  const image = await lab.image((busybox, file) => shellImage(busybox, "reeve.local/shell:trial", file));
  console.log(image);
  return runInside("tiny-engine-in-pods.ts", lab.kubeconfig, image);
});
