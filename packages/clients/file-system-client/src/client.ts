import {
  type Client,
  type ClientOptions,
  createClient,
  type ExtrasOf,
  type HasNodes,
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
import { type FileSystemRevision, fileSystemApi, replaceFileSystemPod, restartFileSystemPod } from "@reeve/file-system-models";
import { type SiteReads, siteReads } from "./site-reads.ts";

/** The options of a client of a distributed file system service. */
export type FileSystemClientOptions<Revision extends FileSystemRevision | undefined = FileSystemRevision | undefined> =
  ClientOptions<Revision>;

/**
 * A client of a distributed file system service: the operations of its revision, and methods that need more than one call. Without a
 * revision it has all operations; calling one that the server's revision lacks is an error.
 */
export type FileSystemClient<Revision extends FileSystemRevision | undefined = undefined> = {
  readonly [Noun in keyof MethodsOf<typeof fileSystemApi, Revision>]: FileSystemNoun<Noun, Revision>;
};

/** The methods of one noun. A named type keeps type errors short. */
export type FileSystemNoun<
  Noun extends keyof MethodsOf<typeof fileSystemApi, Revision>,
  Revision extends FileSystemRevision | undefined = undefined,
> = MethodsOf<typeof fileSystemApi, Revision>[Noun] & ExtrasOf<FileSystemExtras, Noun>;

interface FileSystemExtras {
  readonly endpoints: SiteReads;
  readonly plans: PlanWaits;
  readonly pods: PodWaits;
  readonly nodes: NodeWaits;
}

/** Makes a client of a distributed file system service. The first call loads the adapter and opens connections. */
export function createFileSystemClient<const Revision extends FileSystemRevision | undefined = undefined>(
  options: FileSystemClientOptions<Revision>,
): FileSystemClient<Revision> {
  // The additional methods are added by name, so a cast is needed; this package's tests check that they exist.
  return createClient(fileSystemApi, options, { extras }) as FileSystemClient<Revision>;
}

function extras(client: Client): Readonly<Record<string, object>> {
  const fileSystem = client as unknown as HasNodes & ListsPods;
  return {
    endpoints: siteReads(client),
    plans: planWaits(fileSystem),
    pods: podWaits(fileSystem, nodeOf),
    nodes: nodeWaits(fileSystem),
  };
}

function nodeOf(input: { readonly node: string }, verb: "restart" | "replace"): string {
  return checkInput(verb === "replace" ? replaceFileSystemPod : restartFileSystemPod, input).node;
}
