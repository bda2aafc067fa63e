import { createHash } from "node:crypto";
import type { JavaSoftware } from "../src/index.ts";
import { freePorts, runUntilListening } from "../src/index.ts";

const sha256 = createHash("sha256").update("good").digest("hex");

/** Software with two jars. A jar is valid if it contains the word `good`. */
export const sampleSoftware: JavaSoftware = {
  name: "sample",
  title: "Sample",
  version: "4.3.1",
  jars: ["a", "b"].map((name) => ({ path: `org/${name}/1/${name}.jar`, name: `${name}.jar`, size: 4, sha256 })),
  java: { oldest: 17 },
  distribution: {
    variable: "SAMPLE_HOME",
    jars: "libs",
    version: /^sample-core-(\d+\.\d+[\d.]*)\.jar$/,
    oldest: { major: 4, minor: 2 },
    needed: ["sample-core", "sample-tools", "library"],
  },
  async warmUp(java, options, { environment, signal }) {
    const [port = 0] = await freePorts(1);
    return runUntilListening(java, [...options, "Sample", String(port)], { port, environment, signal });
  },
};

/** Returns the names of the jars in a distribution of this version. */
export function distributionOfVersion(version: string): string[] {
  return [`sample-core-${version}.jar`, `sample-tools-${version}.jar`, "library-2.13.16.jar"];
}
