/**
 * Runs three real database nodes as pods of a real cluster, while a foreign client writes at QUORUM: a changed definition is rolled out, and
 * a node is restarted, killed and replaced. Every acknowledged row must be there at the end. `--keep` and `--image REF` are those of the
 * trial `kubernetes`, which also says what the machine needs.
 */
import { parseArgs } from "node:util";
import { cassandraImage } from "../scripts/images/cassandra-image.ts";
import { runInside } from "./support/kubernetes/run-inside.ts";
import { withLab } from "./support/kubernetes/with-lab.ts";

const { values } = parseArgs({ options: { keep: { type: "boolean", default: false }, image: { type: "string" } } });

process.exitCode = await withLab({ keep: values.keep, needs: ["jlink"] }, async (lab) => {
  const image =
    values.image ?? (await lab.image((busybox, file) => cassandraImage(busybox, "reeve.local/cassandra:trial", file)));
  return runInside("database-in-pods.ts", lab.kubeconfig, image);
});
