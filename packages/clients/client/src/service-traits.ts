/** A client of any service. See `describeClient`. */
export type Client = Readonly<Record<string, object>>;

/** What distinguishes a kind of service beyond its contract. */
export interface ServiceTraits {
  /** Methods that make several calls, by noun and verb. The client drops nouns that the revision lacks. */
  extras?(client: Client): Readonly<Record<string, object>>;
}
