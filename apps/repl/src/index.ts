/** The shell as a part of another program, such as `reeve repl`. */
export { repl } from "./start/repl.ts";
