import { execFileSync } from "node:child_process";
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { enginesFolder, openInstallation } from "@reeve/java-software";
import { registeredEngines } from "@reeve/service/engines";
import { addLibraries } from "./libraries.ts";
import { ociArchive } from "./oci-archive.ts";
import { layOut } from "./shell-image.ts";

/** An image for an engine that runs on Java. */
interface JavaImage {
  /** The name of the engine. */
  readonly engine: string;
  /** The Java modules that the engine's classes need. */
  readonly modules: readonly string[];
  /** The paths of single jars in the image, by the variables that the engine's commands use. */
  readonly jars?: Readonly<Record<string, RegExp>>;
  /** Shell scripts to put among the programs, by name. */
  readonly scripts?: Readonly<Record<string, string>>;
}

const JAVA = "/opt/java";

/**
 * Makes an engine's image from files of this machine: a small Java, the pinned jars, a static busybox for the shell, and the libraries that
 * Java needs. Returns the image's reference by digest.
 */
export async function javaImage(
  { engine, modules, jars = {}, scripts = {} }: JavaImage,
  busybox: string,
  name: string,
  file: string,
): Promise<string> {
  const software = await registeredEngines.find((each) => each.name === engine)?.software?.();
  if (!software) throw new Error(`there is no engine ${engine} with software to install`);
  const folder = enginesFolder(process.env, process.platform);
  const installation = openInstallation({ software, folder, environment: process.env });
  await installation.fetch();
  const root = mkdtempSync(join(tmpdir(), "reeve-java-root-"));
  try {
    layOut(root, busybox);
    for (const [program, script] of Object.entries(scripts)) {
      writeFileSync(join(root, "bin", program), script, { mode: 0o755 });
    }
    installJava(join(root, JAVA), modules);
    const libraries = readdirSync(join(root, JAVA, "lib"), { recursive: true, encoding: "utf8" });
    addLibraries(root, [
      join(root, JAVA, "bin/java"),
      ...libraries.filter((each) => each.endsWith(".so")).map((each) => join(root, JAVA, "lib", each)),
    ]);
    const home = `/opt/${engine}`;
    mkdirSync(join(root, home));
    for (const jar of software.jars) copyFileSync(join(installation.folder, jar.name), join(root, home, jar.name));
    const pathOf = (part: RegExp) => `${home}/${software.jars.find((jar) => part.test(jar.name))?.name}`;
    const single = Object.entries(jars).map(([variable, part]) => `${variable}=${pathOf(part)}`);
    return await ociArchive(root, name, file, {
      Env: ["PATH=/bin", `JAVA=${JAVA}/bin/java`, `CLASSPATH=${home}/*`, ...single],
      WorkingDir: "/",
    });
  } finally {
    rmSync(root, { recursive: true });
  }
}

function installJava(folder: string, modules: readonly string[]): void {
  const options = ["--strip-debug", "--no-header-files", "--no-man-pages"];
  execFileSync("jlink", ["--add-modules", modules.join(","), ...options, "--output", folder]);
  // A pod that is created again has another address. Without these settings, nodes would use the old address for half a minute.
  appendFileSync(join(folder, "conf/security/java.security"), "\nnetworkaddress.cache.ttl=1\nnetworkaddress.cache.negative.ttl=0\n");
  execFileSync(join(folder, "bin/java"), ["-XX:+UseSerialGC", "-Xshare:dump"], { stdio: "ignore" });
}
