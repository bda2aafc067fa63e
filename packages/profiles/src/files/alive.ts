/** Whether a process of this machine runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, but belongs to somebody else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
