import type { ClientOptions } from "@reeve/client";
import type { AnyApi } from "@reeve/contract";
import type { AnyPictures } from "@reeve/pictures";
import { load } from "./load.ts";

/** What the shell needs for services of one kind. It is loaded when one of these services is first used. */
interface KindPart {
  readonly api: AnyApi;
  readonly create: (options: ClientOptions<never>) => object;
  readonly pictures: AnyPictures;
}

/** The kinds of services, with their names in the shell. */
export const shellKinds = [
  { kind: "broker", global: "broker", about: "message broker" },
  { kind: "wide-column", global: "wideColumn", about: "wide-column database" },
  { kind: "file-system", global: "fileSystem", about: "distributed file system" },
] as const;

export type ShellKind = (typeof shellKinds)[number]["kind"];

/** The API, the clients and the renderers of a kind. */
export function partOf(kind: ShellKind): KindPart {
  return load(`kind-${kind}`);
}

/** The name that the shell uses for a kind. */
export function globalOf(kind: string): string {
  return shellKinds.find((each) => each.kind === kind)?.global ?? kind;
}
