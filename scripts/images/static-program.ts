import { readFileSync } from "node:fs";

const PT_INTERP = 3;

/** Whether a program can only run with libraries: a 64-bit ELF file with a segment that names the loader of these libraries. */
export function needsLibraries(program: string): boolean {
  const bytes = readFileSync(program);
  if (bytes.toString("latin1", 0, 5) !== "\x7fELF\x02") return false;
  const [first, size, count] = [Number(bytes.readBigUInt64LE(32)), bytes.readUInt16LE(54), bytes.readUInt16LE(56)];
  return Array.from({ length: count }, (_, index) => bytes.readUInt32LE(first + index * size)).includes(PT_INTERP);
}
