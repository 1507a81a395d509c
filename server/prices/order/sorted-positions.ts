import { BitSet } from '../bit-set.ts'

/** All positions by their values: equal ones in report order, those without a value last in either direction. */
export function sortedPositions(values: Float64Array, descending: boolean): Uint32Array {
  const sorted = new Uint32Array(values.length)
  let count = 0
  for (let at = 0; at < values.length; at++) if (!Number.isNaN(values[at])) sorted[count++] = at
  const sign = descending ? -1 : 1
  sorted.subarray(0, count).sort((a, b) => sign * ((values[a] as number) - (values[b] as number)) || a - b)
  for (let at = 0; at < values.length; at++) if (Number.isNaN(values[at])) sorted[count++] = at
  return sorted
}

/** @param positions ascending. @returns the same ones in the order of `sorted`, which has them all */
export function inOrderOf(sorted: Uint32Array, positions: Uint32Array): Uint32Array {
  const wanted = new BitSet(sorted.length)
  for (const at of positions) wanted.add(at)
  return sorted.filter((at) => wanted.has(at))
}
