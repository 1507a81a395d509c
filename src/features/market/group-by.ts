import { getOrAdd } from '../../../contract/lib/get-or-add.ts'

/** Groups items by key, like Map.groupBy, which browsers have only since 2024. */
export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) getOrAdd(groups, keyOf(item), (): Item[] => []).push(item)
  return groups
}
