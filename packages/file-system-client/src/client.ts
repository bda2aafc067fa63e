import {
  type Client,
  type ClientOptions,
  createClient,
  type ExtrasOf,
  type HasNodes,
  type KindProbe,
  type ListsPods,
  type MethodsOf,
  type NodeWaits,
  nodeWaits,
  type PlanWaits,
  type PodWaits,
  planWaits,
  podWaits,
} from "@reeve/client";
import { checkInput } from "@reeve/contract";
import { type FileSystemRevision, fileSystemApi, restartPod } from "@reeve/file-system-models";

/** How to make a client of a distributed file system service. */
export type FileSystemClientOptions<Revision extends FileSystemRevision | undefined = FileSystemRevision | undefined> =
  ClientOptions<Revision>;

/**
 * A client of a distributed file system service: exactly the operations of its revision, and what takes more than one call. Without a
 * revision it has all operations, and those that the server's revision lacks say so when they are called.
 */
export type FileSystemClient<Revision extends FileSystemRevision | undefined = undefined> = {
  readonly [Noun in keyof MethodsOf<typeof fileSystemApi, Revision>]: FileSystemNoun<Noun, Revision>;
};

/** What a client of a distributed file system can do with one noun. It has a name of its own for the sake of short type errors. */
export type FileSystemNoun<
  Noun extends keyof MethodsOf<typeof fileSystemApi, Revision>,
  Revision extends FileSystemRevision | undefined = undefined,
> = MethodsOf<typeof fileSystemApi, Revision>[Noun] & ExtrasOf<FileSystemExtras, Noun>;

interface FileSystemExtras {
  readonly plans: PlanWaits;
  readonly pods: PodWaits;
  readonly nodes: NodeWaits;
}

/** Makes a client of a distributed file system service. Nothing is loaded, opened or asked before the first call. */
export function createFileSystemClient<const Revision extends FileSystemRevision | undefined = undefined>(
  options: FileSystemClientOptions<Revision>,
): FileSystemClient<Revision> {
  // The extras are put beside the methods by name; that they are there is what the tests of this package see to.
  return createClient(fileSystemApi, options, { kindProbe, extras }) as FileSystemClient<Revision>;
}

/** A message broker lists its nodes under the same path as V1: their names tell the two apart. */
const kindProbe: KindProbe = {
  operation: "pods.list",
  fits: (nodes: readonly string[]) =>
    nodes.length === 0 || nodes.some((node) => /^(?:data|journal|name|fc)-\d/.test(node)),
};

function extras(client: Client): Readonly<Record<string, object>> {
  const fileSystem = client as unknown as HasNodes & ListsPods;
  return { plans: planWaits(fileSystem), pods: podWaits(fileSystem, nodeOf), nodes: nodeWaits(fileSystem) };
}

function nodeOf(input: { readonly node: string }): string {
  return checkInput(restartPod, input).node;
}
