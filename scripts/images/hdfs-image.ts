import { javaImage } from "./java-image.ts";

/** The Java modules that the daemons of the file system and its coordinator need. */
const MODULES = [
  ...["java.se", "jdk.crypto.ec", "jdk.httpserver", "jdk.management", "jdk.management.agent", "jdk.naming.dns"],
  ...["jdk.security.auth", "jdk.security.jgss", "jdk.unsupported", "jdk.zipfs"],
];

/** HDFS runs the commands of `dfs.ha.fencing.methods` with bash. Without it, no name node would take over from one that was killed. */
const BASH = '#!/bin/sh\nexec /bin/sh "$@"\n';

/** Makes the image of the file system's pods. Returns the image's reference by digest. */
export function hdfsImage(busybox: string, name: string, file: string): Promise<string> {
  return javaImage({ engine: "hdfs", modules: MODULES, scripts: { bash: BASH } }, busybox, name, file);
}
