/** What is known of a stream and of the process that has it. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
}

/** Bits of colour: 1 is none, 4 are the sixteen of every terminal, 8 are 256, 24 are all. */
export type ColourDepth = 1 | 4 | 8 | 24;

/**
 * How many colours may be used. FORCE_COLOR decides alone where it is set; otherwise there is colour on a terminal only, and none with
 * NO_COLOR or a terminal that is dumb.
 */
export function colourDepth({ env, platform }: Surroundings, isTerminal: boolean): ColourDepth {
  const forced = env.FORCE_COLOR?.toLowerCase();
  if (forced !== undefined) return forcedDepths.get(forced) ?? 4;
  if (!isTerminal || env.NO_COLOR || env.TERM === "dumb") return 1;
  if (/^(?:truecolor|24bit)$/i.test(env.COLORTERM ?? "") || env.WT_SESSION) return 24;
  if (/-256(?:color)?$/i.test(env.TERM ?? "")) return 8;
  return env.TERM || platform === "win32" ? 4 : 1;
}

const forcedDepths = new Map<string, ColourDepth>([
  ["0", 1],
  ["false", 1],
  ["1", 4],
  ["2", 8],
  ["3", 24],
]);

/** Whether characters beyond ASCII arrive as what they are: by the locale, or by the terminal where there are no locales. */
export function showsUnicode({ env, platform }: Surroundings): boolean {
  // The console of Linux itself knows the encoding, but its font has no lines and no ticks.
  if (env.TERM === "linux") return false;
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  if (locale) return /utf-?8/i.test(locale);
  if (platform === "win32") return Boolean(env.WT_SESSION || env.TERM_PROGRAM || env.ConEmuTask);
  return platform === "darwin";
}

/** Whether a terminal can be written over: it is no dumb one, and no machine reads it. */
export function canAnimate({ env }: Surroundings, isTerminal: boolean): boolean {
  return isTerminal && env.TERM !== "dumb" && !isUnattended(env);
}

/** Whether somebody sits there who can be asked. */
export function canAsk({ env }: Surroundings, inputIsTerminal: boolean, outputIsTerminal: boolean): boolean {
  return inputIsTerminal && outputIsTerminal && !isUnattended(env);
}

/** Builds may have a terminal, too, but nobody sits at it. */
function isUnattended(env: Surroundings["env"]): boolean {
  return env.CI !== undefined && env.CI !== "" && env.CI !== "false" && env.CI !== "0";
}
