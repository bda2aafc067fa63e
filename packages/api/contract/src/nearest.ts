/** The most similar candidate; undefined if none is close enough. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > MAX_LENGTH) return undefined;
  const typed = word.toLowerCase();
  let best: { readonly candidate: string; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    const meant = candidate.toLowerCase();
    const most = tolerance(typed, meant);
    if (Math.abs(meant.length - typed.length) > most) continue;
    const distance = editDistance(typed, meant);
    if (distance <= most && (!best || distance < best.distance)) best = { candidate, distance };
  }
  return best?.candidate;
}

/** Longer words are not compared, because the comparison would take long and users rarely type a word of this length. */
const MAX_LENGTH = 100;

/** Allows one mistake per three letters; if the user typed only the beginning of a word, any number of letters may be missing. */
function tolerance(typed: string, meant: string): number {
  if (typed.length >= 2 && meant.startsWith(typed)) return meant.length;
  return Math.floor(Math.max(typed.length, meant.length) / 3);
}

function editDistance(a: string, b: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(Math.min(at(last, j) + 1, at(row, j - 1) + 1, changed, swapped ? at(beforeLast, j - 2) + 1 : changed));
    }
    [beforeLast, last] = [last, row];
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
