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
]
/** Names of a price without a type or quantity. */
const LAST_NAMES = ['currency', 'валюта', 'id']
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

const PRICE_VALUES = ['price', 'цена', 'value', 'значение', 'sum', 'сумма', 'cost', 'стоимость']

/** Names of the quantity from which a price holds. */
const QUANTITIES = [
  'min_quantity',
  'minQuantity',
  'min_qty',
  'minQty',
  'quantity_from',
  'qty_from',
  'количество_от',
  'from',
  'от',
]
/** In lists of prices they are such quantities, elsewhere stock. */
const COUNTS = ['quantity', 'qty', 'количество']
const PRICES = /(?:цен[аы]|prices?)(?:\[\])?$/iu

/** Whether a list's field is the quantity from which its prices hold. */
export const isQuantityName = (list: string, name: string): boolean =>
  [...QUANTITIES, ...(PRICES.test(list) ? COUNTS : [])].some(
    (quantity) => quantity.toLowerCase() === name.replace(/^@/, '').toLowerCase(),
  )

/**
 * Fields of values that a record lists by name, such as <param name="Ширина">205</param> and {"name": "Ширина", "value": 205}:
 * 'param[Ширина]'. Prices by quantity are named by it: 'prices[от 4 шт]'.
 */
export interface NamedValues {
  /** @returns null if there is nothing by which to name it, or if there are too many different names */
  fieldOf(path: string, members: Readonly<Record<string, unknown>>): string | null
  /** the value among the members; undefined without any */
  valueOf(path: string, members: Readonly<Record<string, unknown>>): string | number | undefined
}

export function createNamedValues(): NamedValues {
  const fields = new Set<string>()
  return {
    fieldOf(path, members) {
      const name = nameOf(path, members)
      if (name === undefined) return null
      const field = `${path}[${String(name).trim()}]`
      if (!fields.has(field) && fields.size >= MOST_NAMES) return null
      fields.add(field)
      return field
    },
    valueOf: (path, members) =>
      first(
        first(NAMES, members) === undefined && quantityOf(path, members) ? PRICE_VALUES : VALUES,
        members,
      ),
  }
}

function nameOf(path: string, members: Readonly<Record<string, unknown>>): string | number | undefined {
  const quantity = quantityOf(path, members)
  return first(NAMES, members) ?? (quantity && `от ${quantity} шт`) ?? first(LAST_NAMES, members)
}

/** The quantity from which a price holds; undefined for other values. */
function quantityOf(path: string, members: Readonly<Record<string, unknown>>): number | undefined {
  const isPrice = PRICES.test(path)
  if (!isPrice && first(PRICE_VALUES, members) === undefined) return undefined
  const quantity = Number(first(isPrice ? [...QUANTITIES, ...COUNTS] : QUANTITIES, members))
  return Number.isInteger(quantity) && quantity >= 0 ? Math.max(1, quantity) : undefined
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
