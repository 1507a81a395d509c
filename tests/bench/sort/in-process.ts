import { isDaikon } from '../../../contract/lib/host-name.ts'
import { REPORTS } from '../../../contract/reports/reports.ts'
import { arrangementOf } from '../../../server/features/reports/report-query.ts'
import { openDatabase } from '../../../server/platform/db/open.ts'
import { type Arrangement, arranged } from '../../../server/prices/order/arranged.ts'
import { Orders } from '../../../server/prices/order/orders.ts'
import { createPriceReader } from '../../../server/prices/price-reader.ts'
import { queryOf, type ReportQuery, select } from '../../../server/prices/report-query.ts'
import { extent } from '../support/extent.ts'
import { inMilliseconds } from '../support/figures.ts'
import { COLUMNS } from './columns.ts'

const ROUNDS = extent(20)

/** What sorting a whole day takes without the answer. */
export interface InProcess {
  /** in milliseconds, by a column that was not asked for before */
  fresh: number[]
  again: number[]
  /** until the words of all columns are ranked, after the first order of the day; in milliseconds */
  ranked: number
  /** of the fresh columns, in words */
  slowest: string
}

export async function sortInProcess(dataDir: string, day: string): Promise<InProcess> {
  const db = await openDatabase({ dataDir, databaseUrl: undefined })
  const reader = createPriceReader(db, {
    isOwnSite: isDaikon,
    matching: () => Promise.reject(new Error('no search')),
  })
  const query: ReportQuery = {
    ...queryOf(REPORTS['retail-stats'], 'retail'),
    day,
    comparison: null,
    filters: {},
    search: '',
    multiplier: null,
    threshold: 10,
  }
  try {
    const selection = await select(reader, query)
    if (!selection) throw new Error(`no prices of ${day}`)
    const sort = async (asked: Record<string, string>, orders: Orders) => {
      const start = performance.now()
      await arranged({ ...reader, orders }, query, selection, arrangementOf(asked, 'retail') as Arrangement)
      return performance.now() - start
    }
    // Compiles the code, as in a server that has sorted another day.
    const others = new Orders()
    for (const column of Object.values(COLUMNS)) await sort(column, others)
    const orders = new Orders()
    // Reads the day's prices.
    await sort({ sort: 'market.max' }, orders)
    const began = performance.now()
    await orders.of(selection.index, () => Promise.reject(new Error('they are there'))).ranked()
    const ranked = performance.now() - began
    const times = new Map<string, number>()
    for (const [name, column] of Object.entries(COLUMNS)) times.set(name, await sort(column, orders))
    const again: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      for (const column of Object.values(COLUMNS)) again.push(await sort(column, orders))
    }
    const slowest = [...times].sort(([, a], [, b]) => b - a).slice(0, 3)
    return {
      fresh: [...times.values()],
      again,
      ranked,
      slowest: slowest.map(([name, ms]) => `${name} ${inMilliseconds(ms)}`).join(', '),
    }
  } finally {
    await db.close()
  }
}
