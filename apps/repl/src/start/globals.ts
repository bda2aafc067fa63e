import { shellKinds } from "../parts/kind.ts";
import type { Live } from "../parts/live.ts";

/** The functions of the shell that can be called without brackets: `use kafka` means `use("kafka")`. */
export const words: ReadonlySet<string> = new Set([...["help", "connect", "use", "show", "watch", "demo", "print"], ...["exit", "quit"]]);

/** Defines the shell's globals. A service is loaded when its name is first used. The platform's names are not overwritten. */
export function defineGlobals(live: () => Live, print: (value: unknown) => void): void {
  const functions: Readonly<Record<string, (...args: readonly never[]) => unknown>> = {
    help: (topic?: unknown) => live().help(topic),
    connect: (wanted?: string) => live().session.connect(wanted),
    use: (name?: string) => live().session.use(name),
    show: (what?: string, ...rest: string[]) => live().show(what, ...rest),
    watch: (plan?: string) => live().watch(plan),
    demo: () => live().demo(),
    // The value of a promise is printed when the promise is fulfilled.
    print: (value: unknown) => (value instanceof Promise ? value.then(print) : print(value)),
  };
  for (const [name, value] of Object.entries(functions)) define(name, { value, writable: true });
  for (const { global } of shellKinds) defineService(global, live);
}

/** Makes `exit` and `quit` leave the shell. */
export function defineLeaving(leave: () => void): void {
  for (const name of ["exit", "quit"]) define(name, { value: leave, writable: true });
}

/** Defines a service's global name. */
export function defineService(name: string, live: () => Live): void {
  if (name in globalThis && !services.has(name)) return;
  services.add(name);
  define(name, {
    get: () => live().session.named(name),
    set: (value: unknown) => define(name, { value, writable: true }),
  });
}

/** The global names that the shell has defined for services. */
const services = new Set<string>();

function define(name: string, property: PropertyDescriptor): void {
  Object.defineProperty(globalThis, name, { ...property, configurable: true, enumerable: true });
}
