// In a module of its own, because the published types must not need those of Node, which `listen.ts` uses.

/** A port on this machine that is forwarded to a port of a pod. */
export interface Forwarded {
  readonly port: number;
  close(): Promise<void>;
}
