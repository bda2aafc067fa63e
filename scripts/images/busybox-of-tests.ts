import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { needsLibraries } from "./static-program.ts";

/** The tools that the stand-in lists. */
export const APPLETS = ["[", "cp", "mkdir", "nc", "sh"];

/** Writes a program that stands in for busybox, as far as recipes use it: it lists its tools. */
export function standIn(folder: string): string {
  const path = join(folder, "busybox");
  const listed = ["busybox", ...APPLETS].map((applet) => `'${applet}'`).join(" ");
  writeFileSync(path, `#!/bin/sh\n[ "$1" = --list ] && printf '%s\\n' ${listed}\n`, { mode: 0o755 });
  return path;
}

/** The path of a static busybox on this machine; undefined if there is none. */
export function busyboxHere(): string | undefined {
  try {
    const path = execFileSync("which", ["busybox"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
    return needsLibraries(path) ? undefined : path;
  } catch {
    return undefined;
  }
}

/** Why images cannot be packed on this machine; undefined if they can. */
export function missingForImages(): string | undefined {
  if (process.platform !== "linux") return "images are for Linux, so Linux has to build them";
  try {
    const version = execFileSync("tar", ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return version.includes("GNU") ? undefined : "there is no GNU tar";
  } catch {
    return "there is no tar";
  }
}
