/** A client of some service. What it is, `describeClient` tells. */
export type Client = Readonly<Record<string, object>>;

/** What is special about the services of one kind, beside what their contract says. */
export interface ServiceTraits {
  readonly fallbackSpellings?: readonly FallbackSpelling[];
  readonly kindProbe?: KindProbe;
  /** What is more than one call, by noun and verb. A noun that the revision does not have is left out. */
  extras?(client: Client): Readonly<Record<string, object>>;
}

/** A field that some servers want in other words than the documented ones. */
export interface FallbackSpelling {
  /** `topics.offsets`. A read: what is refused is asked again. */
  readonly operation: string;
  readonly field: string;
  /** The other words for a text; undefined where there are none. */
  spell(text: string): string | undefined;
  /** With which statuses such servers refuse the documented words. */
  readonly refusedWith: readonly number[];
}

/** A read by which a service of this kind is told from those of other kinds. */
export interface KindProbe {
  readonly operation: string;
  /** Whether a service of this kind can have answered so. */
  fits?(value: never): boolean;
}
