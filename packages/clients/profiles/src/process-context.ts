/** The parts of a process's context that the profiles depend on. */
export interface ProcessContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  /** The user's home directory. */
  readonly home: string;
  /** The working directory of the process. */
  readonly cwd: string;
}

/** The context of this process. */
export function contextOfThisProcess(): ProcessContext {
  const { env, platform } = process;
  return { env, platform, home: process.getBuiltinModule("node:os").homedir(), cwd: process.cwd() };
}
