/** Element of CommerceML with its content. */
export interface XmlNode {
  name: string
  attributes: Readonly<Record<string, string>>
  text: string
  children: XmlNode[]
}

/** Builds trees of the elements with the given names; elements nested in such an element belong to its tree. */
export interface TreeBuilder {
  open(name: string, attributes: Record<string, string>): void
  text(text: string): void
  /** @returns the tree if this closes its root */
  close(): XmlNode | undefined
  /** name of the open tree's root; '' outside of a tree */
  readonly root: string
  /** size of the open tree: length of its names and texts, plus a constant per element for its memory */
  readonly chars: number
}

/** Memory of an element without text, in characters. */
const ELEMENT_CHARS = 16

export function createTreeBuilder(roots: ReadonlySet<string>): TreeBuilder {
  const open: XmlNode[] = []
  let chars = 0
  return {
    open(name, attributes) {
      if (open.length === 0 && !roots.has(name)) return
      if (open.length === 0) chars = 0
      chars += ELEMENT_CHARS + name.length
      for (const [attribute, value] of Object.entries(attributes)) chars += attribute.length + value.length
      const node: XmlNode = { name, attributes, text: '', children: [] }
      open.at(-1)?.children.push(node)
      open.push(node)
    },
    text(text) {
      const node = open.at(-1)
      if (!node) return
      node.text += text
      chars += text.length
    },
    close() {
      const node = open.pop()
      return open.length === 0 ? node : undefined
    },
    get root() {
      return open[0]?.name ?? ''
    },
    get chars() {
      return open.length === 0 ? 0 : chars
    },
  }
}

/** Returns the descendants at a path of element names: `all(node, 'Цены', 'Цена')`. */
export function descendants(node: XmlNode, ...path: readonly string[]): XmlNode[] {
  let found = [node]
  for (const step of path)
    found = found.flatMap(({ children }) => children.filter(({ name }) => name === step))
  return found
}

/** Returns the text of the first child with the name; '' without one. */
export const childText = (node: XmlNode, name: string): string =>
  descendants(node, name)[0]?.text.trim() ?? ''

interface PriceType {
  name: string
  currency: string
}

interface Property {
  name: string
  /** value texts by id */
  values: ReadonlyMap<string, string>
}

/** Definitions of a document's ids: price types, warehouses, properties and groups. */
export interface References {
  /** names of the elements that `take` accepts */
  readonly elements: readonly string[]
  take(node: XmlNode): void
  /** total length of the stored ids and names */
  readonly chars: number
  priceType(id: string): PriceType
  warehouse(id: string): string
  /** @returns null for an unknown property */
  property(id: string): Property | null
  group(id: string): string
}

export function createReferences(): References {
  const priceTypes = new Map<string, PriceType>()
  const warehouses = new Map<string, string>()
  const properties = new Map<string, Property>()
  const groups = new Map<string, string>()
  let chars = 0

  /** Stores the definition of an id, or replaces it, and updates `chars`. */
  function put<T>(map: Map<string, T>, id: string, value: T, lengthOf: (value: T) => number): void {
    const known = map.get(id)
    chars += lengthOf(value) - (known === undefined ? -id.length : lengthOf(known))
    map.set(id, value)
  }

  const takeGroup = (node: XmlNode): void => {
    put(groups, childText(node, 'Ид'), childText(node, 'Наименование'), (name) => name.length)
    for (const inner of descendants(node, 'Группы', 'Группа')) takeGroup(inner)
  }

  const takers: Readonly<Record<string, (node: XmlNode) => void>> = {
    ТипЦены(node) {
      const name = childText(node, 'Наименование')
      const currency = childText(node, 'Валюта')
      put(
        priceTypes,
        childText(node, 'Ид'),
        { name, currency },
        (type) => type.name.length + type.currency.length,
      )
    },
    Склад(node) {
      put(warehouses, childText(node, 'Ид'), childText(node, 'Наименование'), (name) => name.length)
    },
    Свойство(node) {
      const variants = descendants(node, 'ВариантыЗначений', 'Справочник')
      const values = new Map(
        variants.map((one) => [childText(one, 'ИдЗначения'), childText(one, 'Значение')]),
      )
      const name = childText(node, 'Наименование')
      put(properties, childText(node, 'Ид'), { name, values }, propertyLength)
    },
    Группа: takeGroup,
  }

  return {
    elements: Object.keys(takers),
    take(node) {
      takers[node.name]?.(node)
    },
    get chars() {
      return chars
    },
    // For an unknown id, the id is the name; it is not mistaken for a kind of price.
    priceType: (id) => priceTypes.get(id) ?? { name: id, currency: '' },
    warehouse: (id) => warehouses.get(id) || id,
    property: (id) => properties.get(id) ?? null,
    group: (id) => groups.get(id) ?? '',
  }
}

function propertyLength({ name, values }: Property): number {
  let length = name.length
  for (const [id, value] of values) length += id.length + value.length
  return length
}
