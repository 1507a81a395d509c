/** More than these are data in place of names. */
const MOST_NAMES = 1_000

/** What says which value a repeated element or list item holds, and what holds it, the likeliest first. */
const NAMES = [
  'priceType',
  'price_type',
  'pricetype',
  'name',
  'code',
  'key',
  'title',
  'label',
  'type',
  'kind',
  'тип',
  'вид',
  'имя',
  'наименование',
  'название',
  'код',
  'город',
  'склад',
  'warehouse',
  'city',
  'store',
  'currency',
  'валюта',
  'id',
]
const VALUES = [
  'value',
  'val',
  'text',
  'значение',
  'instock',
  'stock',
  'quantity',
  'count',
  'amount',
  'price',
  'sum',
  'cost',
  'остаток',
  'количество',
  'цена',
  'сумма',
  'стоимость',
]

/**
 * Fields of values that a record lists by name, such as <param name="Ширина">205</param> and {"name": "Ширина", "value": 205}:
 * 'param[Ширина]'.
 */
export interface NamedValues {
  /** @returns null if there is nothing by which to name it, or if there are too many different names */
  fieldOf(path: string, members: Readonly<Record<string, unknown>>): string | null
  /** the value among the members; undefined without any */
  valueOf(members: Readonly<Record<string, unknown>>): string | number | undefined
}

export function createNamedValues(): NamedValues {
  const fields = new Set<string>()
  return {
    fieldOf(path, members) {
      const name = first(NAMES, members)
      if (name === undefined) return null
      const field = `${path}[${String(name).trim()}]`
      if (!fields.has(field) && fields.size >= MOST_NAMES) return null
      fields.add(field)
      return field
    },
    valueOf: (members) => first(VALUES, members),
  }
}

function first(
  names: readonly string[],
  members: Readonly<Record<string, unknown>>,
): string | number | undefined {
  for (const name of names) {
    const value = members[name] ?? members[name[0]?.toUpperCase() + name.slice(1)]
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') return value
  }
  return undefined
}
