/**
 * Makes an image for pods, without a builder or a registry: `node scripts/image.ts kafka|cassandra|hdfs|service NAME FILE [--busybox PATH]`. It is an
 * archive in the OCI layout, which `ctr images import`, `kind load image-archive` and `skopeo copy oci-archive:FILE …` take. Prints its
 * reference by digest.
 */
import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { cassandraImage } from "./images/cassandra-image.ts";
import { hdfsImage } from "./images/hdfs-image.ts";
import { kafkaImage } from "./images/kafka-image.ts";
import { serviceImage } from "./images/service-image.ts";

const recipes = { kafka: kafkaImage, cassandra: cassandraImage, hdfs: hdfsImage, service: serviceImage };

const { values, positionals } = parseArgs({ options: { busybox: { type: "string" } }, allowPositionals: true });
const [recipe = "", name, file] = positionals;
if (!Object.hasOwn(recipes, recipe) || name === undefined || file === undefined) {
  console.error(`usage: node scripts/image.ts ${Object.keys(recipes).join("|")} NAME FILE [--busybox PATH]`);
  process.exit(2);
}
console.log(await recipes[recipe as keyof typeof recipes](values.busybox ?? busyboxHere(), name, file));

/** The path of busybox. It must be a static program, because the image contains no libraries for it. */
function busyboxHere(): string {
  try {
    return execFileSync("which", ["busybox"], { encoding: "utf8" }).trim();
  } catch {
    console.error("there is no busybox on this machine: install busybox-static, or give --busybox PATH");
    process.exit(2);
  }
}
