import { type Answers, createDouble, type Double, type DoubleOptions } from "@reeve/client/testing";
import { type FileSystemRevision, fileSystemApi } from "@reeve/file-system-models";

export type { Double, DoubleOptions, ReceivedRequest, Reply } from "@reeve/client/testing";
export { reply } from "@reeve/client/testing";

/** Makes a test double of a distributed file system service of one revision, for tests of programs that use its client. */
export function createFileSystemDouble<const Revision extends FileSystemRevision>(
  revision: Revision,
  answers: Answers<typeof fileSystemApi, Revision>,
  options?: DoubleOptions,
): Double {
  return createDouble(fileSystemApi, revision, answers, options);
}
