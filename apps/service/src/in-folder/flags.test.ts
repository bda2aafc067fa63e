import { readArguments } from "@reeve/commands";
import { expect, test } from "vitest";
import { FLAGS_HERE, readUpFlags } from "./flags.ts";

const flagsOf = (...args: readonly string[]) => readUpFlags(readArguments({ flags: FLAGS_HERE }, ["up"], args));

test("names for the certificate are hosts or addresses", () => {
  const { tls, tlsNames } = flagsOf("--tls", "--tls-name", "reeve.example.com", "--tls-name=10.0.0.1");
  expect({ tls, tlsNames }).toEqual({ tls: true, tlsNames: ["reeve.example.com", "10.0.0.1"] });
  expect(flagsOf().tlsNames).toEqual([]);
  expect(() => flagsOf("--tls-name", "https://a")).toThrow("--tls-name https://a: expected the name or the address of a host");
});
