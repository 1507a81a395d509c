import { all, type Node, textIn } from './tree.ts'

interface PriceType {
  name: string
  currency: string
}

interface Property {
  name: string
  /** by id */
  values: ReadonlyMap<string, string>
}

/** Names behind the ids of a document: price types, warehouses, properties and groups. */
export interface References {
  /** Elements that `take` accepts. */
  readonly elements: readonly string[]
  take(node: Node): void
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

  const takeGroup = (node: Node): void => {
    groups.set(textIn(node, 'Ид'), textIn(node, 'Наименование'))
    for (const inner of all(node, 'Группы', 'Группа')) takeGroup(inner)
  }

  const takers: Readonly<Record<string, (node: Node) => void>> = {
    ТипЦены(node) {
      const name = textIn(node, 'Наименование')
      priceTypes.set(textIn(node, 'Ид'), { name, currency: textIn(node, 'Валюта') })
    },
    Склад(node) {
      warehouses.set(textIn(node, 'Ид'), textIn(node, 'Наименование'))
    },
    Свойство(node) {
      const variants = all(node, 'ВариантыЗначений', 'Справочник')
      const values = new Map(variants.map((one) => [textIn(one, 'ИдЗначения'), textIn(one, 'Значение')]))
      properties.set(textIn(node, 'Ид'), { name: textIn(node, 'Наименование'), values })
    },
    Группа: takeGroup,
  }

  return {
    elements: Object.keys(takers),
    take(node) {
      takers[node.name]?.(node)
    },
    // An id that nothing explains stays a name that nobody takes for a kind of price.
    priceType: (id) => priceTypes.get(id) ?? { name: id, currency: '' },
    warehouse: (id) => warehouses.get(id) || id,
    property: (id) => properties.get(id) ?? null,
    group: (id) => groups.get(id) ?? '',
  }
}
