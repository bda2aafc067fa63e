import { type InstanceDefinition, type InstanceInput, instanceDefinition } from "@reeve/orchestrator";
import { type Cluster, type Engine, type NodeState, type NodeView, portsAsked, systemClock } from "@reeve/orchestrator/engine";
import { formatNodeId, type PodSpec } from "@reeve/scheduler-models";
import * as v from "valibot";
import { memoryStore } from "./law.ts";

/** An engine with a definition that it accepts. */
export interface EngineUnderTest {
  readonly engine: Engine;
  /** The fields of the definition, without the kind and the engine's name. */
  readonly definition?: Readonly<Record<string, unknown>>;
}

const RUNTIME = { name: "contract" };

/** A placement for nodes that never answer: `viewOf` adds ports on which no process listens. */
const SILENT = { agent: "contract", hostname: "localhost", addresses: ["127.0.0.1"] };

/** An engine with what the laws need. */
export interface EngineFixture {
  readonly engine: Engine;
  readonly input: InstanceInput;
  specs(): readonly PodSpec[];
  nodes(state: NodeState): readonly NodeView[];
  open(): Promise<Cluster>;
}

export function fixtureOf({ engine, definition: more = {} }: EngineUnderTest): EngineFixture {
  const input = { kind: engine.kind, engine: engine.name, ...more } as InstanceInput;
  const definition = (): InstanceDefinition => v.parse(fixtureSchemaOf(engine), input);
  const specs = () => engine.podSpecs("contract", definition());
  const nodes = (state: NodeState) =>
    specs().flatMap((spec) =>
      Array.from({ length: spec.count }, (_, index) => {
        const id = formatNodeId({ type: spec.type, index });
        return viewOf(spec, id, index, state);
      }),
    );
  return {
    engine,
    input,
    specs,
    nodes,
    open: () => {
      const known = nodes("running");
      return engine.open({
        instance: "contract",
        store: memoryStore(),
        clock: systemClock,
        log: () => undefined,
        definition,
        nodes: () => known,
        node: (id) => known.find((each) => each.id === id),
        secret: (purpose) => `secret of ${purpose}`,
      });
    },
  };
}

export function fixtureSchemaOf(engine: Engine) {
  return instanceDefinition([{ engine, runtime: RUNTIME }]);
}

/** Makes a node as the orchestrator would pass it to an engine, with ports on which nothing listens. */
function viewOf(spec: PodSpec, id: string, index: number, state: NodeState): NodeView {
  const requested = spec["task-specs"].flatMap((task) => portsAsked(task["resource-set"]));
  const ports = Object.fromEntries(requested.map(({ name }) => [name, 1]));
  return {
    id,
    podType: spec.type,
    index,
    spec,
    configuration: state === "absent" ? undefined : "contract",
    state,
    identity: { host: "127.0.0.1", ports },
    placement: state === "absent" ? undefined : { ...SILENT, ports },
    volumes: {},
    done: [],
    tasks: [],
  };
}
