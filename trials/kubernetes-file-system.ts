/**
 * Runs a real, highly available file system as pods of a real cluster, while a WebHDFS client and the file system's own shell write files.
 * Both know only the documents of the service. The active name node is restarted and killed, all nodes are restarted, nodes of several
 * kinds are replaced, a data node is added and removed, and the memory of all pods is changed. Every acknowledged file must be there at the
 * end. `--changes 'killed;replaced'` makes only the changes whose names contain one of these texts. `--outside` instead runs the service
 * outside of the cluster, for a plan and restarts. `--keep` and `--image REF` are those of the trial `kubernetes`, which also says what the
 * machine needs.
 */
import { parseArgs } from "node:util";
import { hdfsImage } from "../scripts/images/hdfs-image.ts";
import { runInside } from "./support/kubernetes/run-inside.ts";
import { runOutside } from "./support/kubernetes/run-outside.ts";
import { withLab } from "./support/kubernetes/with-lab.ts";

const { values } = parseArgs({
  options: {
    keep: { type: "boolean", default: false },
    image: { type: "string" },
    changes: { type: "string", default: "" },
    outside: { type: "boolean", default: false },
  },
});

process.exitCode = await withLab({ keep: values.keep, needs: ["jlink"] }, async (lab) => {
  const image = values.image ?? (await lab.image((busybox, file) => hdfsImage(busybox, "reeve.local/hdfs:trial", file)));
  if (values.outside) return runOutside("hdfs", image, lab.kubeconfig);
  return runInside("file-system-in-pods.ts", lab.kubeconfig, image, values.changes);
});
