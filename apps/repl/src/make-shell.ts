import type { Conversation, Terminal } from "@reeve/terminal";
import { createInFlight } from "./evaluate/in-flight.ts";
import type { ShellFlags } from "./flags.ts";
import { isSecretName } from "./history/redact-line.ts";
import type { ShellLimits } from "./limits.ts";
import type { Shell } from "./shell.ts";
import { createDrawings } from "./show/drawings.ts";
import { createSecrets } from "./show/secrets.ts";

/** What differs between an interactive shell and a script. */
export interface ShellOptions extends Pick<Shell, "pace" | "isVerbose"> {
  readonly limits?: ShellLimits;
  conversation(): Conversation | undefined;
  changed(): void;
}

/** Makes the state that all parts of a shell share. */
export function makeShell(flags: ShellFlags, terminal: Terminal, options: ShellOptions): Shell {
  const secrets = createSecrets();
  for (const [name, value = ""] of Object.entries(process.env)) {
    // Short values are not redacted, because they are not secrets: for example, the value of `USE_TOKEN=true`.
    if (isSecretName(name) && value.length >= 8) secrets.add(value);
  }
  return {
    flags,
    terminal,
    inFlight: createInFlight(),
    limits: {},
    drawings: createDrawings(),
    secrets,
    followers: new WeakMap(),
    switches: { format: flags.json ? "json" : "table", trace: false },
    note: (line) => {
      const { paint } = terminal.notes.style();
      terminal.notes.write(`${paint.dim(secrets.redact(line))}\n`);
    },
    ...options,
  };
}
