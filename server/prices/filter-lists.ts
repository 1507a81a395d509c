import { FILTERS, SPEC_FILTERS, SPEC_OF_FILTER } from '../../contract/reports/filters.ts'
import { TYRE_SPECS } from '../../contract/tyre/tyre-specs.ts'
import type { ReadSql } from '../platform/db/db.ts'

/** Lists of GET /api/filters in the canonical shape of specification 7.3, and the days with prices. */
export interface FilterLists extends Record<string, string[]> {
  city: string[]
  website: string[]
  vehicle_type: string[]
  dates: string[]
}

/** Columns of the table `tyres`, by the name of the list that contains their values. */
const SPEC_LISTS = Object.fromEntries(
  SPEC_FILTERS.map((filter) => [FILTERS[filter].options[0], TYRE_SPECS[SPEC_OF_FILTER[filter]].column]),
)

const inOrder = new Intl.Collator('ru', { numeric: true }).compare

/** Reads the lists from the prices of all days. */
export async function loadLists(sql: ReadSql): Promise<FilterLists> {
  const distinct = async (query: string) => {
    const values = (await sql.all<{ value: string }>(query)).map(({ value }) => value)
    return values.filter((value) => value !== '').sort(inOrder)
  }
  const specs: Record<string, string[]> = {}
  for (const [list, column] of Object.entries(SPEC_LISTS)) {
    specs[list] = await distinct(`SELECT DISTINCT ${column} AS value FROM tyres`)
  }
  const days = await sql.all<{ day: string }>('SELECT day FROM days ORDER BY day DESC')
  return {
    city: await distinct('SELECT DISTINCT city AS value FROM site_cities'),
    website: await distinct('SELECT host AS value FROM sites'),
    vehicle_type: [],
    ...specs,
    // Always empty: the client does not use these lists (specification 7.3).
    price: [],
    price_opt: [],
    dates: days.map(({ day }) => day),
  }
}
