/** A client of any service. See `describeClient`. */
export type Client = Readonly<Record<string, object>>;

/** What distinguishes a kind of service beyond its contract. */
export interface ServiceTraits {
  readonly fallbackSpellings?: readonly FallbackSpelling[];
  readonly kindProbe?: KindProbe;
  /** Methods that make several calls, by noun and verb. The client drops nouns that the revision lacks. */
  extras?(client: Client): Readonly<Record<string, object>>;
}

/** A field that some servers spell differently from the documentation. */
export interface FallbackSpelling {
  /** The operation, such as `topics.offsets`. It must be a read, because a refused request is sent again. */
  readonly operation: string;
  readonly field: string;
  /** Returns the other spelling of a value, such as `node-0` for `0`; undefined if the value has no other spelling. */
  spell(text: string): string | undefined;
  /** The HTTP statuses with which a server refuses the documented spelling if it only accepts the other one. */
  readonly refusedWith: readonly number[];
}

/** A read that distinguishes services of this kind from other kinds. */
export interface KindProbe {
  readonly operation: string;
  /** Whether this value can come from a service of this kind. */
  fits?(value: never): boolean;
}
