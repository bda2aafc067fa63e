import { ReeveError } from "@reeve/contract";

/** The text of a file, or why it must not be used. */
export type TrustedFile = { readonly text: string } | { readonly reason: string };

/**
 * Reads a file that may only come from this user or from root; undefined if it does not exist. Opening the file never waits, as it would
 * for a pipe that another user has put there.
 */
export function fileOfUser(path: string, maxBytes: number): TrustedFile | undefined {
  const fs = process.getBuiltinModule("node:fs");
  const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = fs.constants;
  const before = fs.lstatSync(path, { throwIfNoEntry: false });
  if (!before) return undefined;
  if (!before.isFile()) return { reason: "it is not a regular file" };
  if (!isOwn(before.uid)) return { reason: "it belongs to another user" };
  let file: number;
  try {
    file = fs.openSync(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    throw new ReeveError("bad-input", `${path} cannot be read (${code}): check its owner and its permissions`);
  }
  try {
    const { size, uid, ...opened } = fs.fstatSync(file);
    if (!isOwn(uid) || opened.ino !== before.ino) return { reason: "it belongs to another user" };
    if (size > maxBytes) return { reason: `it is larger than ${maxBytes} bytes` };
    return { text: fs.readFileSync(file, "utf8") };
  } finally {
    fs.closeSync(file);
  }
}

/** Why files in a folder may come from another user; undefined if only this user and root can write there. */
export function folderOfUser(path: string): string | undefined {
  const { uid, gid, mode } = process.getBuiltinModule("node:fs").statSync(path);
  if (!isOwn(uid)) return "its folder belongs to another user";
  const isOwnGroup = gid === 0 || gid === process.getgid?.();
  const isOpen = process.getuid !== undefined && ((mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && !isOwnGroup));
  return isOpen ? "other users can write its folder" : undefined;
}

/** Where the system has no user ids, every file counts as the user's own. */
function isOwn(uid: number): boolean {
  const own = process.getuid?.();
  return own === undefined || uid === own || uid === 0;
}
