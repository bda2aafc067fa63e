/** A request that the test double has received. */
export interface ReceivedRequest {
  readonly method: string;
  /** The path and the query of the URL. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON as data, other text as a string, an empty body as null. */
  readonly body: unknown;
  /** The operation's name, such as `topics.create`; undefined if no operation of the revision matches. */
  readonly operation: string | undefined;
  /** The parsed input; undefined if it was refused. */
  readonly input: unknown;
  /** The service instance in the path. */
  readonly service: string | undefined;
}
