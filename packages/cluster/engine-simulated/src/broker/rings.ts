import { crc32 } from "node:zlib";

/** The buffers into which a producer test writes records. Both their number and their sizes are limited. */
export interface Rings {
  /** Writes a batch into the buffer of a broker, and verifies the checksum of the batch. */
  append(broker: number, batch: Buffer, checksum: number): void;
}

const RING_BYTES = 1024 * 1024;
/** The maximum number of buffers. If there are more brokers, several brokers share a buffer. */
const RINGS = 16;

export function createRings(): Rings {
  const rings = new Map<number, { readonly bytes: Buffer; at: number }>();
  return {
    append(broker, batch, checksum) {
      const ring = rings.get(broker % RINGS) ?? { bytes: Buffer.allocUnsafe(RING_BYTES), at: 0 };
      rings.set(broker % RINGS, ring);
      if (ring.at + batch.length > RING_BYTES) ring.at = 0;
      batch.copy(ring.bytes, ring.at);
      if (crc32(ring.bytes.subarray(ring.at, ring.at + batch.length)) !== checksum) {
        throw new Error("a batch was damaged when it was written: its checksum differs");
      }
      ring.at += batch.length;
    },
  };
}
