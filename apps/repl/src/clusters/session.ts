import { ReeveError } from "@reeve/contract";
import { listProfiles, type ProcessContext } from "@reeve/profiles";
import { didYouMean } from "@reeve/terminal";
import { type ShellKind, shellKinds } from "../parts/kind.ts";
import type { ShellState } from "../start/shell.ts";
import { accessOf, type ConnectOptions } from "./cluster-access.ts";
import { type ClusterConnection, type ConnectionAccess, createConnection, globalsOf, identifier, type Service } from "./connection.ts";
import { connectionObject } from "./connection-object.ts";
import type { ServiceInstance } from "./instance.ts";

/** The connections of a shell, one of which is current. */
export type ShellSession = ReturnType<typeof createSession>;

export function createSession(shell: ShellState, processContext: ProcessContext) {
  const connections = new Map<string, ClusterConnection>();
  let current: ClusterConnection | undefined;
  let chosen: Service | ShellKind | undefined;
  let hasSearched = false;

  const add = (access: ConnectionAccess): ClusterConnection => {
    const connection = createConnection(shell, access);
    void connections.get(connection.name)?.close();
    connections.set(connection.name, connection);
    current = connection;
    chosen = undefined;
    shell.changed();
    return connection;
  };
  const find = (): ClusterConnection | undefined => {
    // The configured cluster is connected on first use.
    if (current || hasSearched || shell.flags.demo) return current;
    const access = accessOf(shell, processContext, {});
    hasSearched = true;
    return access && add(access);
  };
  const needed = (): ClusterConnection => {
    const connection = find();
    if (connection) return connection;
    throw new ReeveError(
      "bad-input",
      "no cluster is connected: demo starts a simulated one in this process, connect NAME connects to a profile, and connect({ url, token, broker }) to an address",
    );
  };
  return {
    /** Connects to a profile or to an address, and makes this connection the current one. */
    connect: (wanted: string | ConnectOptions = {}): object => {
      const options = typeof wanted === "string" ? { profile: wanted } : wanted;
      if (typeof wanted === "string") {
        const known = listProfiles(processContext).map(({ name }) => name);
        if (!known.includes(wanted)) throw unknown("profile", wanted, known);
      }
      const access = accessOf(shell, processContext, options);
      return connectionObject(access ? add(access) : needed());
    },
    /** Makes a connection to this cluster the current one. */
    open: (access: ConnectionAccess): object => connectionObject(add(access)),
    /** Switches to another connection, or selects the default service for commands such as `show plans`. */
    use: (name?: string): object => {
      if (name === undefined) {
        const known = [...connections.keys(), ...needed().services.map((service) => service.name)];
        throw new ReeveError(
          "bad-input",
          `use needs a connection or a service: ${known.join(", ")}. Type for example: use ${known.at(-1)}`,
        );
      }
      const connection = connections.get(name);
      if (connection) {
        current = connection;
        chosen = undefined;
        shell.changed();
        return connectionObject(connection);
      }
      const globals = globalsOf(needed());
      const own = needed().services.find((service) => service.name === name);
      const wanted = own ?? globals.find(([global]) => global === name)?.[1] ?? shellKinds.find(({ kind }) => kind === name)?.kind;
      if (wanted === undefined) throw unknown("connection or service", name, [...connections.keys(), ...globals.map(([global]) => global)]);
      chosen = wanted;
      const tree = needed().tree(wanted);
      shell.changed();
      return tree;
    },
    /** The current connection; undefined if there is none and no cluster is configured. */
    current: find,
    /** The current connection. Without one, throws an error that says how to connect. */
    needed,
    /** The default service for commands such as `show plans`. */
    used: (): ServiceInstance | undefined => {
      const connection = find();
      const wanted = chosen ?? connection?.services[0];
      return wanted && connection?.instance(wanted);
    },
    all: (): readonly ClusterConnection[] => [...connections.values()],
    /** The object with this name in the shell: a service or a connection. */
    named: (name: string): object | undefined => {
      const [, wanted] = globalsOf(needed()).find(([global]) => global === name) ?? [];
      if (wanted !== undefined) return needed().tree(wanted);
      const other = [...connections.values()].find((each) => identifier(each.name) === name);
      return other && connectionObject(other);
    },
    close: async (): Promise<void> => {
      await Promise.allSettled([...connections.values()].map((each) => each.close()));
    },
  };
}

function unknown(what: string, name: string, known: readonly string[]): ReeveError {
  const all = known.length === 0 ? "there are none" : `there are ${[...new Set(known)].join(", ")}`;
  return new ReeveError("bad-input", `there is no ${what} ${JSON.stringify(name)}; ${all}.${didYouMean(name, known)}`);
}
