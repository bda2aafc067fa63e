import { expect, test } from "vitest";
import { offersWith } from "../engines/open-engines.ts";
import { readEngines, readRevisions } from "./overrides.ts";
import { readObject } from "./read-definition.ts";

const offers = await offersWith();

test("revisions are read from pairs, and wrong ones are refused with a list of the known ones", () => {
  expect(readRevisions(["broker=R1", "file-system=V2"])).toEqual({ broker: "R1", "file-system": "V2" });
  expect(() => readRevisions(["broker=R4"])).toThrow("--revision broker=R4: the revisions of the broker API are R1, R2, R3");
  expect(() => readRevisions(["kafka=R1"])).toThrow("expected KIND=REVISION with one of the kinds broker, wide-column, file-system");
});

test("engines are read from pairs, and override the engines in the definition", () => {
  const engines = readEngines(["broker=kafka"]);
  expect(engines).toEqual({ broker: "kafka" });
  const { services } = readObject({}, { offers, engines, revisions: { broker: "R2" } }).definition;
  expect([services.kafka?.engine, services.kafka?.revision, services.hdfs?.engine]).toEqual(["kafka", "R2", "simulated"]);
  expect(() => readEngines(["kafka=broker"])).toThrow("expected KIND=ENGINE with one of the kinds broker, wide-column, file-system");
  expect(() => readEngines(["broker"])).toThrow("--engine broker: expected");
});

test("a pace is set for engines that have one, and for no others", async () => {
  const given = {
    services: {
      simulated: { kind: "broker", pace: 3 },
      real: { kind: "broker", engine: "kafka" },
      other: { kind: "file-system" },
    },
  };
  const { definition } = readObject(given, { offers, pace: 0.5 });
  expect(definition.services.simulated).toMatchObject({ pace: 0.5 });
  expect(definition.services.other).toMatchObject({ pace: 0.5 });
  expect(definition.services.real).not.toHaveProperty("pace");
  expect(readObject({}, { offers, pace: 0 }).definition.services.kafka).toMatchObject({ pace: 0 });
});
