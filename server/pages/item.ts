/** Value of an item's property. */
export type ItemValue = string | number | boolean | MarkupItem

/** Item of structured data, from JSON-LD, microdata or RDFa, with names as at schema.org. */
export interface MarkupItem {
  /** types without the vocabulary's address: ['Product'] */
  types: readonly string[]
  /** all values of each property, in document order */
  props: ReadonlyMap<string, readonly ItemValue[]>
}

/** Returns a type's or property's name without the vocabulary's address or prefix: 'Product', 'price'. */
export const termOf = (name: string): string => name.trim().replace(/^.*[/#:]/, '')

export const isItem = (value: ItemValue | undefined): value is MarkupItem => typeof value === 'object'

/** Returns the texts and numbers of properties, without empty ones. */
export const textsAt = (item: MarkupItem, ...names: string[]): (string | number)[] =>
  names
    .flatMap((name) => item.props.get(name) ?? [])
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .filter((value) => value !== '')

/** Returns a property's first text or number; undefined without one. */
export const firstText = (item: MarkupItem, ...names: string[]): string | number | undefined =>
  textsAt(item, ...names)[0]

/** Returns whether an item has one of the types, which shops write in any case. */
export const isA = (item: MarkupItem, types: ReadonlySet<string>): boolean =>
  item.types.some((type) => types.has(type.toLowerCase()))

/** Returns the items among a property's values. */
export const itemsAt = (item: MarkupItem, name: string): MarkupItem[] =>
  (item.props.get(name) ?? []).filter(isItem)
