/** Where tasks run on this machine, and how much of what they print is kept. */
export interface LocalRuntimeOptions {
  /** The folder of all volumes, sandboxes and logs; made where it is missing. */
  readonly folder: string;
  /** The address that tasks are told to listen on; `127.0.0.1` unless said otherwise. */
  readonly address?: string;
  /** The name of this machine as clients are to know it; `localhost` unless said otherwise. */
  readonly hostname?: string;
  /** Ports that are to be found are taken from here: 20000 to 31999 unless said otherwise, below those that systems give to connections. */
  readonly ports?: { readonly from: number; readonly to: number };
  /** What is kept of a task's output: so many finished files beside the one that is written, of so many bytes each. */
  readonly logs?: { readonly files: number; readonly bytes: number };
  /** The environment that tasks take a few things from: the search path, the home, the language, where Java is. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** At least 0, less than 1. */
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
