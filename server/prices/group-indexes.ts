/**
 * Groups the indexes of an array by its values with a counting sort; within a group they stay in order.
 * @param groups number of groups; the values are below it
 * @returns the indexes by group, and the start of each group; the last start is the end of the last group
 */
export function groupIndexes(
  values: Uint32Array | Int32Array,
  groups: number,
): { grouped: Uint32Array; starts: Uint32Array } {
  const starts = new Uint32Array(groups + 1)
  for (const group of values) starts[group + 1] = (starts[group + 1] as number) + 1
  for (let group = 0; group < groups; group++)
    starts[group + 1] = (starts[group + 1] as number) + (starts[group] as number)
  const next = starts.slice()
  const grouped = new Uint32Array(values.length)
  for (let index = 0; index < values.length; index++) {
    const group = values[index] as number
    const at = next[group] as number
    grouped[at] = index
    next[group] = at + 1
  }
  return { grouped, starts }
}
