/** The context of a process. */
export interface ProcessContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  /** The home directory of its user. */
  readonly home: string;
  /** Its working directory. */
  readonly cwd: string;
}

/** The context of this process. */
export function contextOfThisProcess(): ProcessContext {
  const { env, platform } = process;
  return { env, platform, home: process.getBuiltinModule("node:os").homedir(), cwd: process.cwd() };
}
