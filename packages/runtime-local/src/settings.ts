/** Where tasks run on this machine, and how much of what they print is kept. */
export interface LocalRuntimeOptions {
  /** The folder of all volumes, sandboxes and logs; created if it is missing. */
  readonly folder: string;
  /** The address that tasks listen on; `127.0.0.1` by default. */
  readonly address?: string;
  /** The name of this machine for clients; `localhost` by default. */
  readonly hostname?: string;
  /** The range of chosen ports: 20000 to 31999 by default, below the ephemeral ports of systems. */
  readonly ports?: { readonly from: number; readonly to: number };
  /** How much of a task's output is kept: finished files beside the live one, and the bytes of each. */
  readonly logs?: { readonly files: number; readonly bytes: number };
  /** The environment that tasks inherit a few variables from: the search path, the home, the language, where Java is. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** A random number of at least 0 and less than 1. */
  readonly random?: () => number;
}

export type LocalSettings = Required<LocalRuntimeOptions>;

export function settingsOf(options: LocalRuntimeOptions): LocalSettings {
  return {
    address: "127.0.0.1",
    hostname: "localhost",
    ports: { from: 20_000, to: 31_999 },
    logs: { files: 5, bytes: 10_000_000 },
    environment: process.env,
    random: Math.random,
    ...options,
  };
}
