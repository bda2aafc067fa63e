import { expect, test } from "vitest";
import { readUpFlags } from "./flags.ts";

test("names for the certificate are hosts or addresses", () => {
  const { tls, tlsNames } = readUpFlags(["--tls", "--tls-name", "reeve.example.com", "--tls-name=10.0.0.1"]);
  expect({ tls, tlsNames }).toEqual({ tls: true, tlsNames: ["reeve.example.com", "10.0.0.1"] });
  expect(readUpFlags([]).tlsNames).toEqual([]);
  expect(() => readUpFlags(["--tls-name", "https://a"])).toThrow(
    "--tls-name https://a: expected the name or the address of a host",
  );
});
