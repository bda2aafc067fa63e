/** The name that somebody may have meant; undefined where none is near. */
function nearest(name: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const each of names) {
    const far = distance(name.toLowerCase(), each.toLowerCase(), least);
    if (far < least) [best, least] = [each, far];
  }
  return best;
}

/** Says it as a question, with a space before; nothing where there is nothing to ask. */
export function didYouMean(name: string, names: Iterable<string>): string {
  const meant = nearest(name, names);
  return meant === undefined ? "" : `; did you mean ${meant}?`;
}

/** How many letters must be put in, taken out or changed; no more exact than `limit` needs. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? limit;
}
