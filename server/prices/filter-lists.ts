import type { Sql } from '../db/db.ts'

/** The lists of GET /api/filters in the canonical shape of specification 7.3, and the days that have prices. */
export interface FilterLists {
  city: string[]
  website: string[]
  season: string[]
  vehicle_type: string[]
  brand: string[]
  width: string[]
  height: string[]
  diameter: string[]
  speed_index: string[]
  weight_index: string[]
  price: string[]
  price_opt: string[]
  dates: string[]
}

const SPEC_LISTS = {
  season: 'season',
  vehicle_type: 'vehicle_type',
  brand: 'brand',
  width: 'width',
  height: 'height',
  diameter: 'diameter',
  speed_index: 'speed_index',
  weight_index: 'load_index',
} as const

/** Number of recent days offered as a choice. */
const RECENT_DAYS = 60

const inOrder = new Intl.Collator('ru', { numeric: true }).compare

/** Filter lists, cached until the next import. */
export class FilterListCache {
  readonly #sql: Sql
  #version: number | undefined
  #lists: Promise<FilterLists> | undefined

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async lists(): Promise<FilterLists> {
    const row = await this.#sql.get<{ version: number }>('SELECT version FROM price_state')
    const version = row?.version ?? 0
    if (version !== this.#version || !this.#lists) {
      this.#version = version
      this.#lists = loadLists(this.#sql)
      this.#lists.catch(() => {
        this.#lists = undefined
      })
    }
    return this.#lists
  }
}

async function loadLists(sql: Sql): Promise<FilterLists> {
  const distinct = async (query: string) => {
    const values = (await sql.all<{ value: string }>(query)).map(({ value }) => value)
    return values.filter((value) => value !== '').sort(inOrder)
  }
  const specs = {} as Record<keyof typeof SPEC_LISTS, string[]>
  for (const [list, column] of Object.entries(SPEC_LISTS) as [keyof typeof SPEC_LISTS, string][]) {
    specs[list] = await distinct(`SELECT DISTINCT ${column} AS value FROM tyres`)
  }
  const days = await sql.all<{ day: string }>(`SELECT day FROM days ORDER BY day DESC LIMIT ${RECENT_DAYS}`)
  return {
    city: await distinct('SELECT DISTINCT city AS value FROM site_cities'),
    website: await distinct('SELECT host AS value FROM sites'),
    ...specs,
    // Passed through and unused by the client (specification 7.3).
    price: [],
    price_opt: [],
    dates: days.map(({ day }) => day),
  }
}
