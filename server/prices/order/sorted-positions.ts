/**
 * Sorts all positions by their values: equal ones in report order, those without a value last in either direction.
 */
export function sortedPositions(values: Float64Array, descending: boolean): Uint32Array {
  const sorted = new Uint32Array(values.length)
  let count = 0
  for (let at = 0; at < values.length; at++) if (!Number.isNaN(values[at])) sorted[count++] = at
  const sign = descending ? -1 : 1
  sorted.subarray(0, count).sort((a, b) => sign * ((values[a] as number) - (values[b] as number)) || a - b)
  for (let at = 0; at < values.length; at++) if (Number.isNaN(values[at])) sorted[count++] = at
  return sorted
}

/**
 * Sorts selected positions.
 * @param sorted all positions in order
 * @param positions selected positions, ascending
 */
export function inOrderOf(sorted: Uint32Array, positions: Uint32Array): Uint32Array {
  if (positions.length === sorted.length) return sorted
  // Plain loops, because this is most of the cost of sorting a page once its column is sorted.
  const wanted = new Uint8Array(sorted.length)
  for (let i = 0; i < positions.length; i++) wanted[positions[i] as number] = 1
  const ordered = new Uint32Array(positions.length)
  let count = 0
  for (let i = 0; i < sorted.length; i++) {
    const at = sorted[i] as number
    if (wanted[at] === 1) ordered[count++] = at
  }
  return ordered
}
