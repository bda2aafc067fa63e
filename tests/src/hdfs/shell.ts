import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { hdfsSoftware } from "@reeve/engine-hdfs/software";
import { enginesFolder, findJava, openInstallation } from "@reeve/java-software";

const run = promisify(execFile);

/** Runs a command of the file system's own shell, and resolves with the output. */
export type Shell = (...words: readonly string[]) => Promise<string>;

/** Makes the file system's own shell, which is configured only with the documents of the service. */
export async function fileSystemShell(documents: { readonly fsSite: string; readonly coreSite: string }): Promise<Shell> {
  const java = await findJava(hdfsSoftware.java, process.env);
  const folder = enginesFolder(process.env, process.platform);
  const installation = openInstallation({ software: hdfsSoftware, folder, environment: process.env });
  const configuration = mkdtempSync(join(tmpdir(), "reeve-hdfs-client-"));
  // The shell looks for these names of files on its class path.
  writeFileSync(join(configuration, "hdfs-site.xml"), documents.fsSite);
  writeFileSync(join(configuration, "core-site.xml"), documents.coreSite);
  const classPath = [configuration, join(installation.folder, "*")].join(delimiter);
  return async (...words) => {
    const options = ["-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classPath];
    const { stdout } = await run(java, [...options, "org.apache.hadoop.fs.FsShell", ...words]);
    return stdout;
  };
}
