/** Maximum number of names; more are data instead of names. */
const MAX_NAMES = 1_000

/** Members that name the value of a repeated element or list item, most likely first. */
const NAMES = ranked(
  'priceType price_type pricetype name code key title label type kind тип вид имя наименование название код город склад warehouse city store',
)
/** Members that name a price which has neither a type nor a quantity. */
const LAST_NAMES = ranked('currency валюта id')
const VALUES = ranked(
  'value val text значение instock stock quantity count amount price sum cost остаток количество цена сумма стоимость',
)

const PRICE_VALUES = ranked('price цена value значение sum сумма cost стоимость')

/** Members with the minimum quantity of a price. */
const QUANTITIES = 'min_quantity minQuantity min_qty minQty quantity_from qty_from количество_от from от'
/** Members that are a minimum quantity in lists of prices, and stock elsewhere. */
const COUNTS = 'quantity qty количество'
const PRICE_QUANTITIES = ranked(`${QUANTITIES} ${COUNTS}`)
const OTHER_QUANTITIES = ranked(QUANTITIES)
const PRICES = /(?:цен[аы]|prices?)(?:\[\])?$/iu

/** Returns true if a list's field is the minimum quantity of its prices. */
export const isQuantityName = (list: string, name: string): boolean =>
  [QUANTITIES, ...(PRICES.test(list) ? [COUNTS] : [])]
    .flatMap((names) => names.toLowerCase().split(' '))
    .includes(name.replace(/^@/, '').toLowerCase())

export type NamedValues = ReturnType<typeof createNamedValues>

/**
 * Converts values that a record lists with their names to fields, for example <param name="Ширина">205</param> and
 * {"name": "Ширина", "value": 205} to 'param[Ширина]'. Prices by quantity get the quantity as their name: 'prices[от 4
 * шт]'.
 */
export function createNamedValues() {
  const fields = new Set<string>()
  return {
    /** @returns null if no member names the value, or if there are too many different names */
    fieldOf(path: string, members: Readonly<Record<string, unknown>>): string | null {
      const name = nameOf(path, members)
      if (name === undefined) return null
      const field = `${path}[${String(name).trim()}]`
      if (!fields.has(field) && fields.size >= MAX_NAMES) return null
      fields.add(field)
      return field
    },
    /** @returns the value among the members; undefined if there is none */
    valueOf: (path: string, members: Readonly<Record<string, unknown>>) =>
      first(
        first(NAMES, members) === undefined && quantityOf(path, members) ? PRICE_VALUES : VALUES,
        members,
      ),
  }
}

function nameOf(path: string, members: Readonly<Record<string, unknown>>): string | number | undefined {
  const name = first(NAMES, members)
  if (name !== undefined) return name
  const quantity = quantityOf(path, members)
  return quantity ? `от ${quantity} шт` : first(LAST_NAMES, members)
}

/** Returns the minimum quantity of a price; undefined for other values. */
function quantityOf(path: string, members: Readonly<Record<string, unknown>>): number | undefined {
  const isPrice = PRICES.test(path)
  if (!isPrice && first(PRICE_VALUES, members) === undefined) return undefined
  const quantity = Number(first(isPrice ? PRICE_QUANTITIES : OTHER_QUANTITIES, members))
  return Number.isInteger(quantity) && quantity >= 0 ? Math.max(1, quantity) : undefined
}

/** Names of members with their ranks; 0 is the most likely one. */
type RankedNames = ReadonlyMap<string, number>

/** Ranks names, each before the same name with a capital letter. */
function ranked(names: string): RankedNames {
  const spellings = names.split(' ').flatMap((name) => [name, name.charAt(0).toUpperCase() + name.slice(1)])
  return new Map(spellings.map((name, rank) => [name, rank]))
}

/** Returns the value of the most likely member. Looks up the members, because most elements have few or none. */
function first(names: RankedNames, members: Readonly<Record<string, unknown>>): string | number | undefined {
  let best = Number.POSITIVE_INFINITY
  let found: string | number | undefined
  for (const name in members) {
    const rank = names.get(name)
    if (rank === undefined || rank >= best) continue
    const value = members[name]
    if ((typeof value !== 'string' || value === '') && typeof value !== 'number') continue
    best = rank
    found = value
  }
  return found
}
