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
  bold: sequence(1, 22),
  dim: sequence(2, 22),
  red: sequence(31, 39),
  green: sequence(32, 39),
  yellow: sequence(33, 39),
  cyan: sequence(36, 39),
};

/** Functions that return each text unchanged, for an output without colours. */
export const noColours: Paint = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same };

function sequence(on: number, off: number): (text: string) => string {
  return (text) => (text === "" ? "" : `\u001b[${on}m${text}\u001b[${off}m`);
}

function same(text: string): string {
  return text;
}
