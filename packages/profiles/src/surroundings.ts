/** What a process knows of where it runs. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  /** The home of whoever runs it. */
  readonly home: string;
  /** The folder that it runs in. */
  readonly cwd: string;
}

/** The surroundings of this process. */
export function surroundingsOfThisProcess(): Surroundings {
  const { env, platform } = process;
  return { env, platform, home: process.getBuiltinModule("node:os").homedir(), cwd: process.cwd() };
}
