import { isIPv6 } from "node:net";

/** One network of IPv6 is one client: whoever has one address of it has all of them. */
export function clientOf(address: string): string {
  // The zone is a network of this machine, which nobody else can choose.
  const [plain = "", zone] = address.split("%");
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(plain);
  if (isMapped(groups)) return bytesOf(groups.slice(6)).join(".");
  const network = groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":");
  return zone === undefined ? network : `${network}%${zone}`;
}

/** All eight: `::` stands for as many zeros as are missing. */
function groupsOf(address: string): readonly number[] {
  const [before = "", after] = address.split("::");
  const first = written(before);
  const last = written(after ?? "");
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

function written(part: string): readonly number[] {
  return part === "" ? [] : part.split(":").flatMap((group) => (group.includes(".") ? pairs(group) : [parse(group)]));
}

const parse = (group: string) => Number.parseInt(group, 16);

/** An address of IPv4 at the end of one of IPv6 takes the place of two groups. */
function pairs(dotted: string): readonly number[] {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split(".").map(Number);
  return [a * 256 + b, c * 256 + d];
}

/** A client that came by IPv4 to where both are listened to. */
function isMapped(groups: readonly number[]): boolean {
  return groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
}

function bytesOf(groups: readonly number[]): readonly number[] {
  return groups.flatMap((group) => [group >> 8, group & 255]);
}
