/**
 * Changes the manifests, schemas and files of backups in ways that someone who can write to the bucket could choose, and checks that no
 * change alters what a restore does.
 */
import { readArguments } from "./support/arguments.ts";
import { runTests } from "./support/tests.ts";

const { runs, seed } = readArguments({ runs: 1000 });
runTests("packages/cluster/engine-cassandra/src/maintenance/bad-backups", {
  REEVE_BAD_BACKUPS: runs,
  REEVE_SEED: seed,
});
