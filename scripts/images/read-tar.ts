/** A file, folder or link in a tar archive. */
export interface Entry {
  readonly path: string;
  readonly type: "file" | "folder" | "symbolic link" | "hard link" | "other";
  readonly mode: number;
  readonly owner: number;
  readonly group: number;
  /** Seconds since 1970. */
  readonly modified: number;
  /** The target of a link. */
  readonly target: string;
  readonly content: Buffer;
}

const BLOCK = 512;
const TYPES: Readonly<Record<string, Entry["type"]>> = {
  "0": "file",
  "1": "hard link",
  "2": "symbolic link",
  "5": "folder",
};

/** Reads a tar archive in the format of GNU tar. */
export function readTar(bytes: Buffer): readonly Entry[] {
  const entries: Entry[] = [];
  // An entry of the type `L` contains the path of the next entry, and one of the type `K` its target, if they are long.
  let long: { readonly L?: string; readonly K?: string } = {};
  for (let start = 0; bytes[start]; ) {
    const field = (at: number, length: number) => bytes.toString("utf8", start + at, start + at + length).replace(/\0.*/s, "");
    const number = (at: number, length: number) => Number.parseInt(field(at, length) || "0", 8);
    const size = number(124, 12);
    const content = bytes.subarray(start + BLOCK, start + BLOCK + size);
    const type = field(156, 1);
    if (type === "L" || type === "K") long = { ...long, [type]: content.toString().replace(/\0$/, "") };
    else {
      entries.push({
        path: long.L ?? field(0, 100),
        type: TYPES[type] ?? "other",
        mode: number(100, 8),
        owner: number(108, 8),
        group: number(116, 8),
        modified: number(136, 12),
        target: long.K ?? field(157, 100),
        content,
      });
      long = {};
    }
    start += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return entries;
}
