/**
 * Sorts all positions by value. Tyres with equal values stay in report order; tyres without a value (NaN) come last,
 * whether ascending or descending.
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

/** Returns the selected positions in sorted order. */
export function inOrderOf(sorted: Uint32Array, positions: Uint32Array): Uint32Array {
  if (positions.length === sorted.length) return sorted
  // Plain loops, because they take most of the time of sorting a page by a column that is already sorted.
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
