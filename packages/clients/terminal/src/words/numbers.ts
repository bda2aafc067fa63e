/** A number of bytes: `512 B`, `1.5 KiB`, `2.0 GiB`. */
export function bytes(count: number): string {
  let amount = count;
  let unit = 0;
  // A value that would be rounded to 1024.0 is written in the next unit.
  while (amount >= 1_023.95 && unit < units.length - 1) {
    amount /= 1_024;
    unit++;
  }
  return `${unit === 0 ? Math.round(amount) : amount.toFixed(1)} ${units[unit]}`;
}

/** A whole number with a separator for thousands: `12,345`. */
export function grouped(count: number | bigint): string {
  return String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** A number of things: `1 step`, `2 steps`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
