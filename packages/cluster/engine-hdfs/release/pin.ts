/**
 * Pins the release of HDFS that `pom.xml` names: after a change there, run `node release/pin.ts` (with Maven and `unzip`), and review what
 * changes.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
// @boundaries-ignore: a tool of the repository, which is no package
import { pinRelease } from "../../../../scripts/pin-release.ts";

pinRelease({
  folder: import.meta.dirname,
  title: "HDFS",
  artifact: "hdfs",
  knownSettings: (lib, version) => `/** The settings of the core site document that the pinned release knows, and the types of some. */
export const KNOWN_CORE_SETTINGS = \`${namesIn(join(lib, `hadoop-common-${version}.jar`), "core-default.xml")}\`;

/** The settings of the file system's own site document. */
export const KNOWN_HDFS_SETTINGS = \`${namesIn(join(lib, `hadoop-hdfs-${version}.jar`), "hdfs-default.xml")}\`;
`,
});

/**
 * Returns the names of the properties in a document with the release's defaults, each with the type of its default value where that is
 * clear.
 */
function namesIn(jar: string, document: string): string {
  const text = execFileSync("unzip", ["-p", jar, document], { encoding: "utf8" });
  const properties = [...text.matchAll(/<property>[\s\S]*?<\/property>/g)].map(([property]) => {
    const [, name = ""] = /<name>\s*([^<\s]+)\s*<\/name>/.exec(property) ?? [];
    const [, value = ""] = /<value>\s*([^<]*?)\s*<\/value>/.exec(property) ?? [];
    if (/^(true|false)$/.test(value)) return `${name} boolean`;
    return /^-?\d+(\.\d+)?f?$/.test(value) ? `${name} number` : name;
  });
  return [...new Set(properties)].sort().join("\n");
}
