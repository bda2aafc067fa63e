let loading: Promise<typeof import("@platformatic/kafka")> | undefined;

/** Loads the library for the brokers' protocol at the first call, because it takes time and many megabytes. */
export function protocol(): Promise<typeof import("@platformatic/kafka")> {
  loading ??= import("@platformatic/kafka");
  return loading;
}
