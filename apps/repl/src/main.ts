#!/usr/bin/env node
import { repl } from "./index.ts";

// No `await`: it is built as CommonJS, which starts faster.
void repl(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
