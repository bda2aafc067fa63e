import type { ResourceSet, ResourceSpec, VolumeSpec } from "@reeve/scheduler-models";

/** A port of a task: its name, its number (0: the runtime chooses) and the variable that contains it. */
export interface Port {
  readonly name: string;
  readonly number: number;
  readonly variable: string;
}

/** The resources that a task needs; sizes in MB. */
export interface Resources {
  readonly cpus: number;
  readonly mem: number;
  readonly ports?: readonly Port[];
  readonly volume?: { readonly size: number; readonly type: string; readonly path: string };
}

/** A task's resources in the configuration's format. */
export function resourceSet(
  id: string,
  { cpus, mem, ports = [], volume }: Resources,
  { role, principal }: { readonly role: string; readonly principal: string },
): ResourceSet {
  const owner = { role, principal };
  const scalarSpec = (name: string, value: number): ResourceSpec => ({
    "@type": "DefaultResourceSpec",
    name,
    value: scalar(value),
    ...owner,
    envKey: null,
  });
  return {
    id,
    "resource-specifications": [
      scalarSpec("cpus", cpus),
      scalarSpec("mem", mem),
      ...(ports.length > 0 ? [portsSpec(ports, owner)] : []),
    ],
    "volume-specifications": volume ? [volumeSpec(volume, owner)] : [],
    ...owner,
  };
}

interface Owner {
  readonly role: string;
  readonly principal: string;
}

function portsSpec(ports: readonly Port[], owner: Owner): ResourceSpec {
  return {
    "@type": "PortsSpec",
    name: "ports",
    value: ranges(ports.map(({ number }) => number)),
    ...owner,
    envKey: null,
    "port-specs": ports.map(({ name, number, variable }) => ({
      "@type": "PortSpec",
      name: "ports",
      "port-name": name,
      value: ranges([number]),
      ...owner,
      envKey: variable,
    })),
  };
}

function volumeSpec({ size, type, path }: NonNullable<Resources["volume"]>, owner: Owner): VolumeSpec {
  return {
    "@type": "DefaultVolumeSpec",
    type,
    "container-path": path,
    name: "disk",
    value: scalar(size),
    ...owner,
    envKey: "DISK_SIZE",
  };
}

const scalar = (value: number) => ({ type: "SCALAR", scalar: { value }, ranges: null, set: null, text: null });

const ranges = (numbers: readonly number[]) => ({
  type: "RANGES",
  scalar: null,
  ranges: { range: numbers.map((number) => ({ begin: number, end: number })) },
  set: null,
  text: null,
});
