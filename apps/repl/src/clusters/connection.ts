import type { ClientOptions } from "@reeve/client";
import { traceLines } from "@reeve/commands";
import { defined, ReeveError } from "@reeve/contract";
import { createTransport, type Transport } from "@reeve/transport";
import { globalOf, partOf, type ShellKind, shellKinds } from "../parts/kind.ts";
import type { ShellState } from "../start/shell.ts";
import { isInBackground } from "./background.ts";
import { createInstance, type ServiceInstance } from "./instance.ts";
import { treeOf } from "./tree.ts";

/** A service of a cluster. */
export interface Service {
  readonly kind: ShellKind;
  readonly name: string;
  readonly revision?: string;
}

/** How to connect to a cluster. */
export interface ConnectionAccess extends Pick<ClientOptions, "url" | "credentials" | "ca" | "cert" | "key" | "proxy" | "fetch"> {
  /** The name of the profile, `demo`, or the host. */
  readonly name: string;
  readonly url: string;
  /** The note that the cluster is simulated, shown wherever the cluster is named. */
  readonly note?: string;
  readonly services: readonly Service[];
  close?(): Promise<void>;
}

/** A cluster to which the shell is connected. */
export type ClusterConnection = ReturnType<typeof createConnection>;

/** Connects without sending a request; the first call sends one. */
export function createConnection(shell: ShellState, access: ConnectionAccess) {
  const { name, url, note = "", services } = access;
  const instances = new Map<string, ServiceInstance>();
  const trees = new Map<ServiceInstance, object>();
  let shared: Transport | undefined;

  const transport = (): Transport => {
    const { credentials, ca, cert, key, proxy, fetch } = access;
    shared ??= createTransport({
      ...defined({ url, credentials, ca, cert, key, proxy, fetch, timeout: shell.limits.attempt }),
      observe: (event) => {
        if (shell.switches.trace && !isInBackground()) for (const line of traceLines(event)) shell.note(line);
      },
    });
    return shared;
  };
  const serviceOf = (wanted: ShellKind | Service): Service => {
    if (typeof wanted !== "string") return wanted;
    const service = services.find(({ kind }) => kind === wanted);
    if (service) return service;
    throw new ReeveError(
      "bad-input",
      `no ${wanted} service is set for ${name}: name one with connect({ profile: ${JSON.stringify(name)}, ${globalOf(wanted)}: "NAME" }) or REEVE_SERVICE=${wanted}=NAME`,
    );
  };
  const instance = (wanted: ShellKind | Service): ServiceInstance => {
    const service = serviceOf(wanted);
    const key = `${service.kind} ${service.name}`;
    const known = instances.get(key);
    if (known) return known;
    const { api, create, pictures } = partOf(service.kind);
    const { name, revision } = service;
    const client = create(defined({ namesOperations: false, transport: transport(), service: name, revision }) as ClientOptions<never>);
    const isFirst = services.find(({ kind }) => kind === service.kind) === service;
    const global = isFirst ? globalOf(service.kind) : identifier(name);
    const made = createInstance({ kind: service.kind, global, service: name, url, api, client, pictures });
    instances.set(key, made);
    return made;
  };
  return {
    name,
    url,
    note,
    services,
    /** The instance for a kind or for a configured service. */
    instance,
    /** The object with which the user calls that service. */
    tree: (wanted: ShellKind | Service): object => {
      const one = instance(wanted);
      const tree = trees.get(one) ?? treeOf(shell, one);
      trees.set(one, tree);
      return tree;
    },
    /** The instances that have been used so far. */
    used: (): readonly ServiceInstance[] => [...instances.values()],
    close: async (): Promise<void> => {
      await shared?.close();
      await access.close?.();
    },
  };
}

/** Turns a name into a JavaScript identifier: `dev/kafka-2` becomes `dev_kafka_2`. */
export function identifier(name: string): string {
  return name.replace(/[^\w$]/g, "_").replace(/^(?=\d)/, "_");
}

/** The names that the shell defines for a connection: one for each kind, and one for each configured service. */
export function globalsOf({ services }: ClusterConnection): readonly (readonly [string, ShellKind | Service])[] {
  return [
    ...shellKinds.map(({ global, kind }) => [global, kind] as const),
    ...services.map((service) => [identifier(service.name), service] as const),
  ];
}

/** Those of these names whose service, or a service of whose kind, is configured. */
export function globalsIn(connection: ClusterConnection): ReturnType<typeof globalsOf> {
  const { services } = connection;
  return globalsOf(connection).filter(([, wanted]) => typeof wanted !== "string" || services.some(({ kind }) => kind === wanted));
}
