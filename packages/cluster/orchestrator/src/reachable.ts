import { isReeveError } from "@reeve/contract";
import type { Address } from "./runtime.ts";

/** The address of a node's port, and the way on which this process reaches it. Without `reach`, the address itself can be used. */
export interface Reachable extends Address {
  readonly reach?: ((address: Address) => Promise<Address>) | undefined;
}

/** Returns the address to connect to. Everything else, such as names in certificates, concerns the node's own address. */
export async function reached({ host, port, reach }: Reachable): Promise<Address> {
  return reach ? reach({ host, port }) : { host, port };
}

/**
 * Makes a function that replaces the error of a connection by a value, because nodes that do not answer are normal. It throws the error
 * if the service may not connect to nodes at all (`conflict`), because operators have to read that reason.
 */
export function unlessRefused<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (isReeveError(error, "conflict")) throw error;
    return value;
  };
}
