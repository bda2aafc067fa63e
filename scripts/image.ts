/**
 * Makes an image for pods, without a builder or a registry: `node scripts/image.ts shell|kafka|cassandra|hdfs|service NAME FILE [--busybox
 * PATH]`. It is an archive in the OCI layout, which `ctr images import`, `kind load image-archive` and `skopeo copy --preserve-digests
 * oci-archive:FILE:TAG …` take. Prints its reference by digest, which a definition can name as its `image`.
 */
import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";

type Recipe = (busybox: string, name: string, file: string) => Promise<string>;

/** The recipes are loaded on demand, because those for Java need all engines. */
const recipes: Readonly<Record<string, () => Promise<Recipe>>> = {
  shell: async () => (await import("./images/shell-image.ts")).shellImage,
  kafka: async () => (await import("./images/kafka-image.ts")).kafkaImage,
  cassandra: async () => (await import("./images/cassandra-image.ts")).cassandraImage,
  hdfs: async () => (await import("./images/hdfs-image.ts")).hdfsImage,
  service: async () => (await import("./images/service-image.ts")).serviceImage,
};

const { values, positionals } = parseArgs({ options: { busybox: { type: "string" } }, allowPositionals: true });
const [requested = "", name, file] = positionals;
const load = Object.hasOwn(recipes, requested) ? recipes[requested] : undefined;
if (load === undefined || name === undefined || file === undefined) {
  console.error(`usage: node scripts/image.ts ${Object.keys(recipes).join("|")} NAME FILE [--busybox PATH]`);
  process.exit(2);
}
const make = await load();
try {
  console.log(await make(values.busybox ?? busyboxHere(), name, file));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** The path of busybox. It must be a static program, because the image contains no libraries for it. */
function busyboxHere(): string {
  try {
    return execFileSync("which", ["busybox"], { encoding: "utf8" }).trim();
  } catch {
    console.error("there is no busybox on this machine: install busybox-static, or give --busybox PATH");
    process.exit(2);
  }
}
