import { ReeveError } from "@reeve/contract";

/** Makes the error for an operation that failed on this machine. Its message is one sentence: what failed, why, and what to do. */
export function explainFailure(error: unknown, doing: string): ReeveError {
  if (error instanceof ReeveError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error));
  return new ReeveError("server-failure", `${doing}: ${reason}`, {}, { cause: error });
}

/** The error for a missing volume that a task has already used, together with its data. */
export class VolumeLost extends ReeveError {
  readonly state: { readonly state: "failed"; readonly reason: string; readonly lost: string };

  constructor(node: string, volume: string, path: string) {
    const reason = `the volume ${volume} of ${node} is missing; restore the folder ${path} and restart the node`;
    super("conflict", reason);
    this.state = { state: "failed", reason, lost: volume };
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full; make room on it",
  EDQUOT: "this user's disk quota is used up; make room, or raise the quota",
  EROFS: "the disk is read-only; choose a folder that can be written to",
  EACCES: "this user lacks permission; change the owner of the folder, or choose another folder",
  EPERM: "this user lacks permission; change the owner of the folder, or choose another folder",
  ENOENT: "the folder cannot be made there; choose another folder",
  EEXIST: "a file is where a folder should be; move it away, or choose another folder",
  ENOTDIR: "a file is where a folder should be; move it away, or choose another folder",
  EAGAIN: "this user may not start more processes; end some, or raise the limit",
  ENOMEM: "the memory is used up; end other programs, or reduce the memory of the nodes",
  EMFILE: "too many files are open; raise the limit of open files",
  ENFILE: "too many files are open on this machine",
};
