/** Logs an event as one line with fields, without secrets. */
export type Log = (
  level: "debug" | "info" | "warn" | "error",
  event: string,
  fields?: Readonly<Record<string, unknown>>,
) => void;
