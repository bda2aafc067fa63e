export type Protocol = typeof import("@platformatic/kafka");

let loading: Promise<Protocol> | undefined;

/** Loads the library for the brokers' protocol at the first call, because it takes time and many megabytes. */
export function protocol(): Promise<Protocol> {
  loading ??= import("@platformatic/kafka");
  return loading;
}
