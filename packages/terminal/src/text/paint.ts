/** Colours by their terminal names; the user's theme decides how they look. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

/** Colours, for a terminal that has them. */
export const colours: Paint = {
  bold: style(1, 22),
  dim: style(2, 22),
  red: style(31, 39),
  green: style(32, 39),
  yellow: style(33, 39),
  cyan: style(36, 39),
};

/** No colours: everything stays as it is. */
export const noColours: Paint = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same };

function style(on: number, off: number): (text: string) => string {
  return (text) => (text === "" ? "" : `\u001b[${on}m${text}\u001b[${off}m`);
}

function same(text: string): string {
  return text;
}
