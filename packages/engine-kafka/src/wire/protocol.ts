let loading: Promise<typeof import("@platformatic/kafka")> | undefined;

/** The brokers' protocol; loaded by the first call, because it takes a while and many megabytes. */
export function protocol(): Promise<typeof import("@platformatic/kafka")> {
  loading ??= import("@platformatic/kafka");
  return loading;
}
