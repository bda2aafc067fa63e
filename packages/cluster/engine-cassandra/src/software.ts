import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { freePorts, type JavaSoftware, pinnedJars, runUntilListening, type WarmUp } from "@reeve/java-software";
import { JARS, VERSION } from "./generated/release.ts";
import { javaOptions, LOGGING, MAIN } from "./specs/command.ts";
import { DATA, settingsOfLoneNode } from "./specs/settings-file.ts";

/** The Cassandra release that real database nodes run. */
export const cassandraSoftware: JavaSoftware = {
  name: "cassandra",
  title: "Cassandra",
  version: VERSION,
  jars: pinnedJars(JARS),
  // Not later than Java 17: the database uses internal parts of Java that later versions no longer have.
  java: { oldest: 17, newest: 17 },
  warmUp,
};

/** Runs one node until it accepts clients, without the Jolokia agent: Java writes no class archive in a process with an agent. */
async function warmUp(...[java, options, { folder, environment, signal }]: Parameters<WarmUp>): Promise<boolean> {
  const [native = 0, storage = 0] = await freePorts(2);
  const tmp = join(folder, "tmp");
  mkdirSync(tmp);
  const write = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return pathToFileURL(join(folder, name)).href;
  };
  const settings = settingsOfLoneNode({}, { sandbox: folder, native, storage });
  const node = [
    ...javaOptions({ mem: 512, cpus: 1 }),
    // These options come after the usual ones, because Java uses the last value of a property.
    `-Dcassandra.config=${write("cassandra.yaml", settings)}`,
    `-Dlogback.configurationFile=${write("logback.xml", LOGGING)}`,
    `-Djava.io.tmpdir=${tmp}`,
    `-Dcassandra.storagedir=${join(folder, DATA)}`,
    "-Dcassandra.auto_bootstrap=false",
    ...options,
    MAIN,
  ];
  return runUntilListening(java, node, { port: native, environment, signal });
}
