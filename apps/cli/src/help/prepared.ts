/** A help page as plain text: with the commands of `@reeve/service`, and without them. */
interface PreparedPage {
  readonly text: string;
  readonly withoutService: string;
}

/** Maps a command line to its help page, for the most used pages. The build fills this map; in the sources it is empty. */
export const prepared: ReadonlyMap<string, PreparedPage> = new Map();
