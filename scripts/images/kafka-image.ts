import { execFileSync } from "node:child_process";
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { enginesFolder, openInstallation } from "@reeve/java-software";
import { registeredEngines } from "@reeve/service/engines";
import { addLibraries } from "./libraries.ts";
import { type ImageConfig, ociArchive } from "./oci-archive.ts";
import { layOut } from "./shell-image.ts";

/** The Java modules that the engine's classes need; log4j needs the beans of `java.desktop`. */
const MODULES = [
  ...["java.compiler", "java.desktop", "java.management", "java.naming", "java.rmi", "java.security.jgss"],
  ...["java.security.sasl", "java.sql", "jdk.crypto.ec", "jdk.management", "jdk.unsupported", "jdk.zipfs"],
];

/** The files of Java that are linked to libraries of the system. */
const LINKED = ["bin/java", "lib/server/libjvm.so", "lib/libnet.so", "lib/libzip.so", "lib/libnio.so"];

const CONFIG: ImageConfig = {
  Env: ["PATH=/bin", "JAVA=/opt/java/bin/java", "CLASSPATH=/opt/kafka/*"],
  WorkingDir: "/",
};

/**
 * Makes the image of brokers and controllers from files of this machine: a small Java, the pinned jars, a static busybox for the shell, and
 * the libraries that Java needs. Returns the image's reference by digest.
 */
export async function kafkaImage(busybox: string, name: string, file: string): Promise<string> {
  const software = await registeredEngines.find((engine) => engine.kind === "broker" && engine.software)?.software?.();
  if (!software) throw new Error("no registered broker engine has software to install");
  const folder = enginesFolder(process.env, process.platform);
  const installation = openInstallation({ software, folder, environment: process.env });
  await installation.fetch();
  const root = mkdtempSync(join(tmpdir(), "reeve-kafka-root-"));
  try {
    layOut(root, busybox);
    java(join(root, "opt/java"));
    mkdirSync(join(root, "opt/kafka"));
    for (const jar of software.jars) {
      copyFileSync(join(installation.folder, jar.name), join(root, "opt/kafka", jar.name));
    }
    addLibraries(
      root,
      LINKED.map((each) => join(root, "opt/java", each)),
    );
    return await ociArchive(root, name, file, CONFIG);
  } finally {
    rmSync(root, { recursive: true });
  }
}

function java(folder: string): void {
  const options = ["--strip-debug", "--no-header-files", "--no-man-pages"];
  execFileSync("jlink", ["--add-modules", MODULES.join(","), ...options, "--output", folder]);
  // A pod that is created again has another address. Without these settings, brokers and controllers would use the old address for half a
  // minute.
  appendFileSync(
    join(folder, "conf/security/java.security"),
    "\nnetworkaddress.cache.ttl=1\nnetworkaddress.cache.negative.ttl=0\n",
  );
  execFileSync(join(folder, "bin/java"), ["-XX:+UseSerialGC", "-Xshare:dump"], { stdio: "ignore" });
}
