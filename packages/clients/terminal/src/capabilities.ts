/** The environment and platform of the process. */
export interface TerminalContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
}

/** The colour depth in bits: 1 for no colours, 4 for the basic sixteen, 8 for 256, 24 for true colour. */
export type ColourDepth = 1 | 4 | 8 | 24;

/**
 * The colour depth to use. FORCE_COLOR overrides everything. Otherwise colours are used only at a terminal that is not dumb, and only if
 * NO_COLOR is unset.
 */
export function colourDepth({ env, platform }: TerminalContext, isTerminal: boolean): ColourDepth {
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

/** Whether the terminal shows non-ASCII characters. The locale decides; on platforms without locales, the terminal does. */
export function showsUnicode({ env, platform }: TerminalContext): boolean {
  // The Linux console supports UTF-8, but its font lacks box drawing and check marks.
  if (env.TERM === "linux") return false;
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  if (locale) return /utf-?8/i.test(locale);
  if (platform === "win32") return Boolean(env.WT_SESSION || env.TERM_PROGRAM || env.ConEmuTask);
  return platform === "darwin";
}

/** Whether lines can be redrawn in place. A dumb terminal cannot redraw lines, and in CI builds they should not be redrawn. */
export function canAnimate({ env }: TerminalContext, isTerminal: boolean): boolean {
  return isTerminal && env.TERM !== "dumb" && !isUnattended(env);
}

/** Whether a user is present who can answer questions. */
export function canAsk({ env }: TerminalContext, inputIsTerminal: boolean, outputIsTerminal: boolean): boolean {
  return inputIsTerminal && outputIsTerminal && !isUnattended(env);
}

/** Whether this is a CI build, which may have a terminal without a user. */
function isUnattended(env: TerminalContext["env"]): boolean {
  return env.CI !== undefined && env.CI !== "" && env.CI !== "false" && env.CI !== "0";
}
