import { typeWithEngines } from "./typed-with-engines.ts";

typeWithEngines(({ path }) => path.endsWith("/real-database.md"));
