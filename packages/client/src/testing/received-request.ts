/** A request that reached a double. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON as data, other text as a string, an empty body as null. */
  readonly body: unknown;
  /** `topics.create`; undefined if no operation of the revision matches. */
  readonly operation: string | undefined;
  /** The parsed input; undefined if it was refused. */
  readonly input: unknown;
  /** The service instance in the path. */
  readonly service: string | undefined;
}
