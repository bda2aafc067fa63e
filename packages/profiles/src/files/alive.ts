/** Whether a process of this machine runs. One that has ended and was not yet collected does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // It may be there, and belong to somebody else.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  const [state] = statOf(pid);
  return state !== "Z" && state !== "X";
}

/** When a process began, in words of the system; undefined where the system does not say. */
export function beginningOf(pid: number): string | undefined {
  return statOf(pid)[19];
}

/** What Linux says of a process, from its state on; nothing where nobody says anything. */
function statOf(pid: number): readonly string[] {
  try {
    const stat = process.getBuiltinModule("node:fs").readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program stands in brackets, and may hold anything.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}
