import { writeFileSync } from 'node:fs'
import { CITIES, madeUpTyre, SITES } from '../support/made-up-day.ts'
import { type Server, startServer } from '../support/server.ts'
import { importPrices, inWorkspace } from '../support/workspace.ts'

/** A day on which every site has every tyre in every place, so that no cell is empty. */
export interface FullDay {
  date: string
  cities: number
  sites: number
  /** warehouses of each site in each city */
  warehouses: number
  /** number of tyres; one list page by default */
  tyres?: number
}

/** Number of tyres of a list page. */
const PAGE = 100

/** Starts the server with these days in a store of its own. */
export async function startWithDays(name: string, days: readonly FullDay[]): Promise<Server> {
  const store = { DATA_DIR: inWorkspace(name) }
  // The first start creates the tables.
  await (await startServer(store)).stop()
  for (const day of days) await importFullDay(store.DATA_DIR, day)
  return startServer(store)
}

/** Imports the day with the real command. */
async function importFullDay(dataDir: string, day: FullDay): Promise<void> {
  const lists = SITES.slice(0, day.sites).map((site) => {
    const path = inWorkspace(`${day.date}-${site}.csv`)
    writeFileSync(path, priceList(day).join('\n'))
    return { site, path }
  })
  await importPrices({ DATA_DIR: dataDir }, lists, day.date)
}

function priceList({ cities, warehouses, tyres = PAGE }: FullDay): string[] {
  const lines = [
    'article;brand;name;width;height;diameter;season;vehicle_type;speed_index;load_index;city;warehouse;retail;opt;cost;stock',
  ]
  for (let tyre = 0; tyre < tyres; tyre++) {
    const specs = Object.values(madeUpTyre(tyre)).join(';')
    for (const [index, city] of CITIES.slice(0, cities).entries()) {
      for (let warehouse = 1; warehouse <= warehouses; warehouse++) {
        const opt = 3_000 + tyre * 90 + index * 13 + warehouse
        lines.push(`${specs};${city};Склад ${warehouse};${Math.round(opt * 1.2)};${opt};;${tyre % 60}`)
      }
    }
  }
  return lines
}
