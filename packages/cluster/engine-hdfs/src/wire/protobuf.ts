/** The fields of a message, by number. Of a repeated field, only the last value is kept. */
export type Fields = ReadonlyMap<number, bigint | Buffer>;

/** Encodes a number as a varint: seven bits per byte, the lowest bits first. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  return Buffer.from([...bytes, rest]);
}

/** Encodes a message. Fields are numbers, texts or bytes. */
export function message(fields: Readonly<Record<number, number | string | Buffer>>): Buffer {
  const parts = Object.entries(fields).flatMap(([number, value]) => {
    if (typeof value === "number") return [varint(Number(number) * 8), varint(value)];
    const bytes = Buffer.from(value);
    return [varint(Number(number) * 8 + 2), varint(bytes.length), bytes];
  });
  return Buffer.concat(parts);
}

/** Puts the length of a message in front of the message. */
export function delimited(content: Buffer): Buffer {
  return Buffer.concat([varint(content.length), content]);
}

/** Parses consecutive messages, each of which is preceded by its length. */
export function readDelimited(bytes: Buffer): readonly Buffer[] {
  const matches: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = readVarint(bytes, at);
    const end = length.next + Number(length.value);
    if (end > bytes.length) throw new Error("a message is longer than its frame");
    matches.push(bytes.subarray(length.next, end));
    at = end;
  }
  return matches;
}

export function readFields(bytes: Buffer): Fields {
  return new Map(readEveryField(bytes));
}

/** Parses all fields of a message in order, including every value of a repeated field. */
export function readEveryField(bytes: Buffer): readonly (readonly [number: number, value: bigint | Buffer])[] {
  const fields: [number, bigint | Buffer][] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = readVarint(bytes, at);
    const number = Number(tag.value >> 3n);
    const kind = Number(tag.value & 7n);
    if (kind === 0) {
      const { value, next } = readVarint(bytes, tag.next);
      fields.push([number, value]);
      at = next;
    } else if (kind === 2) {
      const length = readVarint(bytes, tag.next);
      at = length.next + Number(length.value);
      fields.push([number, bytes.subarray(length.next, at)]);
    } else if (kind === 1 || kind === 5) {
      at = tag.next + (kind === 1 ? 8 : 4);
    } else {
      throw new Error(`a field has the unknown wire type ${kind}`);
    }
  }
  return fields;
}

function readVarint(bytes: Buffer, from: number): { readonly value: bigint; readonly next: number } {
  let value = 0n;
  for (let at = from; at < bytes.length && at < from + 10; at++) {
    const byte = bytes[at] ?? 0;
    value |= BigInt(byte & 127) << BigInt(7 * (at - from));
    if (byte < 128) return { value, next: at + 1 };
  }
  throw new Error("a message ends within a number");
}
