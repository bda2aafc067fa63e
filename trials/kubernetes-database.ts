/**
 * Runs real databases as pods of a real cluster, in two parts. `changes`: a foreign client writes at QUORUM to three nodes, a changed
 * definition is rolled out, and a node is restarted, killed and replaced. `backups`: a database is backed up to a real object store and
 * restored into another one, and the service, a node and the API server fail meanwhile. Every acknowledged row must be there at the end.
 * `--part NAME` runs one part; `--outside` instead runs the service outside of the cluster, for a plan and a restart. `--keep` and `--image
 * REF` are those of the trial `kubernetes`, which also says what the machine needs.
 */
import { parseArgs } from "node:util";
import { missingForS3Proxy } from "@reeve/testing/s3proxy";
import { cassandraImage } from "../scripts/images/cassandra-image.ts";
import { runInside } from "./support/kubernetes/run-inside.ts";
import { runOutside } from "./support/kubernetes/run-outside.ts";
import { withLab } from "./support/kubernetes/with-lab.ts";

const { values } = parseArgs({
  options: {
    keep: { type: "boolean", default: false },
    image: { type: "string" },
    outside: { type: "boolean", default: false },
    part: { type: "string", multiple: true, default: ["changes", "backups"] },
  },
});

const programs: Readonly<Record<string, string>> = {
  changes: "database-in-pods.ts",
  backups: "database-backups-in-pods.ts",
};

process.exitCode = await withLab({ keep: values.keep, needs: ["jlink"] }, async (lab) => {
  // The object store is fetched here, because the cluster's node has no way to the network.
  const needsStore = values.part.includes("backups") && !values.outside;
  const missing = needsStore ? await missingForS3Proxy() : undefined;
  if (missing !== undefined) {
    console.error(`the object store cannot run: ${missing}`);
    return 3;
  }
  const image = values.image ?? (await lab.image((busybox, file) => cassandraImage(busybox, "reeve.local/cassandra:trial", file)));
  console.log(image);
  if (values.outside) return runOutside("cassandra", image, lab.kubeconfig);
  for (const part of values.part) {
    const program = programs[part];
    if (program === undefined) throw new Error(`there is no part ${part}: ${Object.keys(programs).join(", ")}`);
    const code = await runInside(program, lab.kubeconfig, image);
    if (code !== 0) return code;
  }
  return 0;
});
