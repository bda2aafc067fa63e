import { expect, test } from "vitest";
import { checkCassandraSettings } from "./check-settings.ts";

test("settings of the database are accepted with values of their types, units and words", () => {
  for (const given of [
    { hinted_handoff_enabled: true },
    { concurrent_reads: 16 },
    { read_request_timeout: "5s" },
    { commitlog_segment_size: "16MiB" },
    { compaction_throughput: "32MiB/s" },
    { disk_failure_policy: "die" },
    { phi_convict_threshold: 10.5 },
  ]) {
    expect(() => checkCassandraSettings(given)).not.toThrow();
  }
});

test.each([
  [{ hinted_handof_enabled: true }, "hinted_handoff_enabled"],
  [{ hinted_handoff_enabled: "yes" }, "expected true or false"],
  [{ concurrent_reads: 2 ** 40 }, "fits into 32 bits"],
  [{ read_request_timeout: "5us" }, "one of the units ms, s, m, h, d"],
  [{ commitlog_segment_size: "16MB" }, "such as 32MiB"],
  [{ commitlog_segment_size: "16KiB" }, "one of the units MiB, GiB"],
  [{ compaction_throughput: "32MiB" }, "MiB/s"],
  [{ disk_failure_policy: "panic" }, "one of best_effort"],
  [{ listen_address: "1.2.3.4" }, "assigns each node's address"],
  [{ num_tokens: 256 }, "so that a backup can be restored"],
  [{ saved_caches_directory: "/tmp" }, "on its volume"],
  [{ authenticator: "PasswordAuthenticator" }, "cannot log in"],
  [{ client_encryption_options: "on" }, "use the setting clientTls"],
  [{ "client_encryption_options.enabled": true }, "use the setting clientTls"],
  [{ server_encryption_options: "on" }, "several fields"],
])("%o is refused, and the reason says %s", (given, reason) => {
  expect(() => checkCassandraSettings(given as Record<string, string>)).toThrow(reason);
});
