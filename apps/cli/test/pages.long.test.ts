import { typeWithEngines } from "./typed-with-engines.ts";

// All pages except the one about the database, which takes so long that `npm run trial real-nodes` types it.
typeWithEngines(({ path }) => !path.endsWith("/real-database.md"));
