/** A port of this machine that leads to a port of a pod. */
export interface Forwarded {
  readonly port: number;
  close(): Promise<void>;
}
