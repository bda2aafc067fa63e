/**
 * Requests every row of the API documents, in each revision, from real nodes that are processes of this machine and from real nodes that
 * are pods of a real cluster. The two definitions differ only in their runtime, so the answers must be the same. `--kind NAME` (broker,
 * wide-column or file-system) compares one kind; `--keep` is that of the trial `kubernetes`, which also says what the machine needs.
 */
import { parseArgs } from "node:util";
import { cassandraImage } from "../scripts/images/cassandra-image.ts";
import { hdfsImage } from "../scripts/images/hdfs-image.ts";
import { kafkaImage } from "../scripts/images/kafka-image.ts";
import { runInside } from "./support/kubernetes/run-inside.ts";
import { withLab } from "./support/kubernetes/with-lab.ts";

const images = {
  broker: ["kafka", kafkaImage],
  "wide-column": ["cassandra", cassandraImage],
  "file-system": ["hdfs", hdfsImage],
} as const;
const kinds = Object.keys(images) as (keyof typeof images)[];

const { values } = parseArgs({
  options: { keep: { type: "boolean", default: false }, kind: { type: "string", multiple: true, default: kinds } },
});

process.exitCode = await withLab({ keep: values.keep, needs: ["jlink"] }, async (lab) => {
  for (const kind of kinds.filter((each) => values.kind.includes(each))) {
    const [name, make] = images[kind];
    const image = await lab.image((busybox, file) => make(busybox, `reeve.local/${name}:trial`, file));
    const code = await runInside("conformance-in-pods.ts", lab.kubeconfig, kind, image);
    if (code !== 0) return code;
  }
  return 0;
});
