/** A client of any service; `describeClient` describes it. */
export type Client = Readonly<Record<string, object>>;

/** What is special about a kind of service, beyond its contract. */
export interface ServiceTraits {
  readonly fallbackSpellings?: readonly FallbackSpelling[];
  readonly kindProbe?: KindProbe;
  /** Methods that take more than one call, by noun and verb. Nouns that the revision lacks are left out. */
  extras?(client: Client): Readonly<Record<string, object>>;
}

/** A field that some servers spell differently from the documentation. */
export interface FallbackSpelling {
  /** `topics.offsets`; a read, because it is sent again after a refusal. */
  readonly operation: string;
  readonly field: string;
  /** The other spelling of a value; undefined if there is none. */
  spell(text: string): string | undefined;
  /** The statuses with which such servers refuse the documented spelling. */
  readonly refusedWith: readonly number[];
}

/** A read that tells services of this kind from those of other kinds. */
export interface KindProbe {
  readonly operation: string;
  /** Whether the answer can come from a service of this kind. */
  fits?(value: never): boolean;
}
