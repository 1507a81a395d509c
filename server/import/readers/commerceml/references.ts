/** Element of CommerceML with its content. */
export interface XmlNode {
  name: string
  attributes: Readonly<Record<string, string>>
  text: string
  children: XmlNode[]
}

export type TreeBuilder = ReturnType<typeof createTreeBuilder>

/** Memory of an element without text, in characters. */
const ELEMENT_CHARS = 16

/** Builds trees of the elements with the given names; elements nested in such an element belong to its tree. */
export function createTreeBuilder(roots: ReadonlySet<string>) {
  const open: XmlNode[] = []
  let chars = 0
  return {
    open(name: string, attributes: Record<string, string>): void {
      if (open.length === 0 && !roots.has(name)) return
      if (open.length === 0) chars = 0
      chars += ELEMENT_CHARS + name.length
      for (const [attribute, value] of Object.entries(attributes)) chars += attribute.length + value.length
      const node: XmlNode = { name, attributes, text: '', children: [] }
      open.at(-1)?.children.push(node)
      open.push(node)
    },
    text(text: string): void {
      const node = open.at(-1)
      if (!node) return
      node.text += text
      chars += text.length
    },
    /** @returns the tree if this closes its root */
    close(): XmlNode | undefined {
      const node = open.pop()
      return open.length === 0 ? node : undefined
    },
    /** name of the open tree's root; '' outside of a tree */
    get root(): string {
      return open[0]?.name ?? ''
    },
    /** size of the open tree: length of its names and texts, plus a constant per element for its memory */
    get chars(): number {
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

export type References = ReturnType<typeof createReferences>

/** Collects the definitions of a document's ids: price types, warehouses, properties and groups. */
export function createReferences() {
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
    /** names of the elements that `take` accepts */
    elements: Object.keys(takers),
    take(node: XmlNode): void {
      takers[node.name]?.(node)
    },
    /** total length of the stored ids and names */
    get chars(): number {
      return chars
    },
    // For an unknown id, the id is the name; it is not mistaken for a kind of price.
    priceType: (id: string) => priceTypes.get(id) ?? { name: id, currency: '' },
    warehouse: (id: string) => warehouses.get(id) || id,
    property: (id: string) => properties.get(id),
    group: (id: string) => groups.get(id) ?? '',
  }
}

function propertyLength({ name, values }: Property): number {
  let length = name.length
  for (const [id, value] of values) length += id.length + value.length
  return length
}
