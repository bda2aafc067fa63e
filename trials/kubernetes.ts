/**
 * Runs real brokers as pods of a real cluster, and injects faults of processes and of the cluster. A foreign client counts the records that
 * were acknowledged. The cluster is built and started on this machine (`trials/support/kubernetes/lab`). `--keep` leaves it running;
 * `--faults "TEXT;TEXT"` selects the faults whose names contain one of the texts, so that each part can run alone; `--image REF` names a
 * broker image that the node already has; `--outside` instead runs the service outside of the cluster, for a plan and a restart. Needs Java
 * with jlink, Maven, Go, and root with namespaces and cgroups v1; prints what is missing.
 */
import { parseArgs } from "node:util";
import { kafkaImage } from "../scripts/images/kafka-image.ts";
import { runInside } from "./support/kubernetes/run-inside.ts";
import { runOutside } from "./support/kubernetes/run-outside.ts";
import { withLab } from "./support/kubernetes/with-lab.ts";

const { values } = parseArgs({
  options: {
    keep: { type: "boolean" },
    faults: { type: "string" },
    image: { type: "string" },
    outside: { type: "boolean" },
  },
});

process.exitCode = await withLab({ keep: values.keep ?? false, needs: ["jlink"] }, async (lab) => {
  const image = values.image ?? (await lab.image((busybox, file) => kafkaImage(busybox, "reeve.local/kafka:trial", file)));
  if (values.outside) return runOutside("kafka", image, lab.kubeconfig);
  return runInside("brokers-in-pods.ts", lab.kubeconfig, image, values.faults ?? "");
});
