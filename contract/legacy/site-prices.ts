import { hostName } from '../lib/host-name.ts'
import {
  type Cell,
  emptySite,
  emptyWarehouse,
  type SitePrices,
  type WarehousePrices,
} from '../reports/report-row.ts'
import { firstMember, isObject, type JsonObject, member, numberCell } from './values.ts'

const RETAIL = ['retail', 'retail_price', 'price'] as const
const WHOLESALE = ['opt', 'opt_price', 'price_opt'] as const
const STOCK = ['rest', 'stock', 'quantity', 'count'] as const
const WHOLESALE_STOCK = ['opt_rest', 'optRest'] as const
const AMOUNT = ['price', 'value'] as const

/** Reads a price that is a number, or an object with the price and its stock (specification 7.8). */
function readPrice(value: unknown): { amount: Cell; stock: Cell } {
  if (!isObject(value)) return { amount: numberCell(value), stock: null }
  return { amount: numberCell(firstMember(value, AMOUNT)), stock: numberCell(firstMember(value, STOCK)) }
}

function readPrices(object: JsonObject): WarehousePrices & { wholesaleStock: Cell } {
  const retail = readPrice(firstMember(object, RETAIL))
  const wholesale = readPrice(firstMember(object, WHOLESALE))
  return {
    retail: retail.amount,
    wholesale: wholesale.amount,
    cost: numberCell(member(object, 'cost')),
    stock: numberCell(firstMember(object, STOCK)) ?? retail.stock,
    wholesaleStock: numberCell(firstMember(object, WHOLESALE_STOCK)) ?? wholesale.stock,
    change: numberCell(member(object, 'change_percent')),
  }
}

/** Reads a warehouse, which has a single stock: the wholesale price's stock is used only if there is no other. */
export function readWarehouse(value: unknown): WarehousePrices {
  if (!isObject(value)) return { ...emptyWarehouse(), retail: numberCell(value) }
  const { wholesaleStock, ...prices } = readPrices(value)
  return { ...prices, stock: prices.stock ?? wholesaleStock }
}

/** Reads a site. A plain price counts as retail (specification 7.8). */
function readSite(value: unknown): SitePrices {
  const site = emptySite()
  if (!isObject(value)) {
    site.retail = numberCell(value)
    return site
  }
  Object.assign(site, readPrices(value))
  const warehouses = member(value, 'warehouses')
  if (isObject(warehouses)) {
    for (const [name, prices] of Object.entries(warehouses))
      addWarehouse(site, name.trim(), readWarehouse(prices))
  }
  return site
}

/** Adds a warehouse. Prices of a warehouse without a name become those of the site, as in readAvailability. */
function addWarehouse(site: SitePrices, name: string, prices: WarehousePrices): void {
  const known = name === '' ? site : site.warehouses.get(name)
  if (known) fill(known, prices)
  else site.warehouses.set(name, prices)
}

/** Copies values of `second` to the empty fields of `first`. */
function fill<Key extends string>(first: NoInfer<Record<Key, Cell>>, second: Record<Key, Cell>): void {
  for (const key of Object.keys(second) as Key[]) first[key] ??= second[key]
}

/** Merges two entries of one host, such as 'www.a.ru' and 'a.ru': `second` fills the empty fields of `first`. */
export function mergeSites(first: SitePrices, second: SitePrices): SitePrices {
  const { warehouses, ...prices } = second
  fill(first, prices)
  for (const [name, warehouse] of warehouses) addWarehouse(first, name, warehouse)
  return first
}

/** Reads {site URL: value} for one city, keyed by host name. */
export function readSites(value: unknown): Map<string, SitePrices> {
  const sites = new Map<string, SitePrices>()
  if (!isObject(value)) return sites
  for (const [url, prices] of Object.entries(value)) {
    const host = hostName(url)
    const site = readSite(prices)
    const known = sites.get(host)
    sites.set(host, known ? mergeSites(known, site) : site)
  }
  return sites
}
