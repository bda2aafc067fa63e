/** One request that has reached a double. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON as data, other text as it is, nothing as null. */
  readonly body: unknown;
  /** `topics.create`; undefined where the request asks for no operation of the revision. */
  readonly operation: string | undefined;
  /** The input as it was understood; undefined where it was refused. */
  readonly input: unknown;
  /** The service instance that was asked. */
  readonly service: string | undefined;
}
