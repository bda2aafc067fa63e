#!/usr/bin/env node
import { repl } from "./index.ts";

process.exitCode = await repl(process.argv.slice(2));
