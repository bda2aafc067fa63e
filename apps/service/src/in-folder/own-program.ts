import { resolve } from "node:path";

/** The words that start this program again: Node and the program's file, or only the program if Node is a part of it. */
export function ownProgram(): readonly string[] {
  const isSingle = process.getBuiltinModule("node:sea").isSea();
  return isSingle ? [process.execPath] : [process.execPath, resolve(process.argv[1] ?? "")];
}
