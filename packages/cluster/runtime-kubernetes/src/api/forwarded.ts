/** A port on this machine that is forwarded to a port of a pod. */
export interface Forwarded {
  readonly port: number;
  close(): Promise<void>;
}
