/** Whether a process on this machine runs. A zombie counts as ended. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM means that the process exists but belongs to another user.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  const [state] = statOf(pid);
  return state !== "Z" && state !== "X";
}

/** When a process started, in clock ticks since the boot; undefined if the system does not report it. */
export function beginningOf(pid: number): string | undefined {
  return statOf(pid)[19];
}

/** The fields of `/proc/PID/stat` from the state on; empty if there is no such file. */
function statOf(pid: number): readonly string[] {
  try {
    const stat = process.getBuiltinModule("node:fs").readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program's name is in parentheses and may contain any character.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}
