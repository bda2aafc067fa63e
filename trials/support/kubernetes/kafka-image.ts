import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { kafkaSoftware } from "@reeve/engine-kafka/software";
import { enginesFolder, openInstallation } from "@reeve/java-software";
import { type ImageConfig, ociArchive } from "./oci-archive.ts";
import { layOut } from "./shell-image.ts";

/** What the engine's classes need of Java; `java.desktop` has the beans that log4j wants. */
const MODULES = [
  ...["java.compiler", "java.desktop", "java.management", "java.naming", "java.rmi", "java.security.jgss"],
  ...["java.security.sasl", "java.sql", "jdk.crypto.ec", "jdk.management", "jdk.unsupported", "jdk.zipfs"],
];

const CONFIG: ImageConfig = {
  Env: ["PATH=/bin", "JAVA=/opt/java/bin/java", "CLASSPATH=/opt/kafka/*"],
  WorkingDir: "/",
};

/**
 * Makes the image of brokers and controllers of what this machine has: a small Java, the pinned jars, a static busybox for the shell, and
 * the libraries that Java needs. Returns its reference by digest.
 */
export async function kafkaImage(busybox: string, name: string, file: string): Promise<string> {
  const folder = enginesFolder(process.env, process.platform);
  const installation = openInstallation({ software: kafkaSoftware, folder, environment: process.env });
  await installation.fetch();
  const root = mkdtempSync(join(tmpdir(), "reeve-kafka-root-"));
  try {
    layOut(root, busybox);
    java(join(root, "opt/java"));
    mkdirSync(join(root, "opt/kafka"));
    for (const jar of kafkaSoftware.jars) {
      copyFileSync(join(installation.folder, jar.name), join(root, "opt/kafka", jar.name));
    }
    for (const library of librariesOf(join(root, "opt/java"))) {
      mkdirSync(join(root, dirname(library)), { recursive: true });
      copyFileSync(realpathSync(library), join(root, library));
    }
    writeFileSync(join(root, "etc/passwd"), "root:x:0:0:root:/:/bin/sh\nkafka:x:1000:1000:kafka:/tmp:/bin/sh\n");
    writeFileSync(join(root, "etc/nsswitch.conf"), "hosts: files dns\n");
    return await ociArchive(root, name, file, CONFIG);
  } finally {
    rmSync(root, { recursive: true });
  }
}

function java(folder: string): void {
  const options = ["--strip-debug", "--no-header-files", "--no-man-pages"];
  execFileSync("jlink", ["--add-modules", MODULES.join(","), ...options, "--output", folder]);
  // A pod that is made anew has another address, which its peers would otherwise look for in vain for half a minute.
  appendFileSync(
    join(folder, "conf/security/java.security"),
    "\nnetworkaddress.cache.ttl=1\nnetworkaddress.cache.negative.ttl=0\n",
  );
  execFileSync(join(folder, "bin/java"), ["-XX:+UseSerialGC", "-Xshare:dump"], { stdio: "ignore" });
}

/** The shared libraries that a Java is linked to and does not have itself. */
function librariesOf(folder: string): ReadonlySet<string> {
  const linked = ["bin/java", "lib/server/libjvm.so", "lib/libnet.so", "lib/libzip.so", "lib/libnio.so"];
  const files = linked.map((each) => join(folder, each)).filter((each) => existsSync(each));
  const text = execFileSync("ldd", files, { encoding: "utf8" });
  const paths = [...text.matchAll(/(?:=>|^)\s+(\/\S+) \(0x/gm)].map(([, path = ""]) => path);
  return new Set(paths.filter((path) => !path.startsWith(folder)));
}
