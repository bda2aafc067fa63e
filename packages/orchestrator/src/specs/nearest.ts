/** The known word that a misspelt one was most likely meant to be; undefined where none is near. */
export function nearest(given: string, known: Iterable<string>): string | undefined {
  if (given.length > LONGEST) return undefined;
  let best: string | undefined;
  let fewest = Math.max(1, Math.floor(given.length / 3)) + 1;
  for (const word of known) {
    if (Math.abs(word.length - given.length) >= fewest) continue;
    const mistakes = distance(given.toLowerCase(), word.toLowerCase());
    if (mistakes < fewest) [best, fewest] = [word, mistakes];
  }
  return best;
}

/** Says it as a question, with a space before; nothing where there is nothing to ask. */
export function didYouMean(given: string, known: Iterable<string>): string {
  const meant = nearest(given, known);
  return meant === undefined ? "" : `; did you mean ${meant}?`;
}

/** Nobody misspells longer ones, and comparing them takes long. */
const LONGEST = 100;

/** How many letters have to be changed, added, taken away or swapped with their neighbour. */
function distance(one: string, other: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const ways = [at(row, j) + 1, at(next, j - 1) + 1, at(row, j - 1) + same];
      next.push(Math.min(...ways, swapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY));
    }
    [before, row] = [row, next];
  }
  return at(row, other.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
