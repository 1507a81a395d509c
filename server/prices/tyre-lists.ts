/** Encodes sorted tyre ids as four little-endian bytes each, the format of the lists in site_cities. */

export function encodeTyreIds(ids: ArrayLike<number>): Uint8Array {
  const bytes = new Uint8Array(ids.length * 4)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < ids.length; i++) view.setUint32(i * 4, ids[i] as number, true)
  return bytes
}

export function decodeTyreIds(bytes: Uint8Array): Uint32Array {
  // Copied, because pg returns bytes within a larger buffer where they may be unaligned. Buffer's slice would not copy.
  return new Uint32Array(new Uint8Array(bytes).buffer)
}
