/** The known word that a misspelt one was most likely meant to be; undefined where none is near. */
export function closest(given: string, known: Iterable<string>): string | undefined {
  if (given.length > LONGEST) return undefined;
  const most = Math.max(1, Math.floor(given.length / 3));
  let best: string | undefined;
  let fewest = most + 1;
  for (const word of known) {
    if (Math.abs(word.length - given.length) >= fewest) continue;
    const mistakes = distance(given.toLowerCase(), word.toLowerCase());
    if (mistakes < fewest) [best, fewest] = [word, mistakes];
  }
  return best;
}

const LONGEST = 100;

/** How many letters have to be changed, added, taken away or swapped with their neighbour. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      let least = Math.min(at(row, j) + 1, at(next, j - 1) + 1, at(row, j - 1) + same);
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (swapped) least = Math.min(least, at(before, j - 2) + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return at(row, other.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
