/**
 * Reads the partitions that a consumer was assigned, from the bytes in which clients exchange them: a version, the topics with their
 * partitions, and data of the assignor. Bytes in another form give no partitions, because clients and not brokers write them.
 */
export function assignedIn(bytes: Uint8Array): readonly { readonly topic: string; readonly partition: number }[] {
  try {
    return read(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function read(view: DataView): readonly { readonly topic: string; readonly partition: number }[] {
  const assigned: { topic: string; partition: number }[] = [];
  let at = 2;
  const integer = () => {
    at += 4;
    return view.getInt32(at - 4);
  };
  for (let topics = integer(); topics > 0; topics--) {
    const length = view.getInt16(at);
    const topic = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at + 2, length));
    at += 2 + length;
    for (let partitions = integer(); partitions > 0; partitions--) assigned.push({ topic, partition: integer() });
  }
  return assigned.sort((a, b) => (a.topic === b.topic ? a.partition - b.partition : a.topic < b.topic ? -1 : 1));
}
