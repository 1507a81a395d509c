import { addDays, isoToday } from '../contract/lib/dates.ts'
import { importDay } from './features/sources/days/import-day.ts'
import type { Db, Sql } from './platform/db/db.ts'
import { createMonthPartitions } from './platform/db/price-months.ts'
import { createDraft } from './prices/snapshot-draft.ts'
import { priceVersion } from './prices/versions.ts'
import { sampleOffers } from './sample/generate-sample.ts'
import { SAMPLE_SITES } from './sample/sample-data.ts'

const DAYS = 3

/**
 * Loads three days of sample prices, up to today, into a database that has never contained prices.
 * @returns what was loaded; undefined if the database has ever contained prices
 */
export async function loadSample(
  db: Db,
  today: Date = new Date(),
): Promise<{ sites: number; days: number; offers: number } | undefined> {
  if (await hasHadPrices(db)) return undefined
  const days = Array.from({ length: DAYS }, (_, n) => addDays(isoToday(today), n + 1 - DAYS))
  for (const day of days) await createMonthPartitions(db, day)
  return db.transaction(async (sql) => {
    // Takes the same lock as an import (server/prices/save-snapshot.ts), since one may be running.
    await sql.run('UPDATE price_state SET version = version')
    if (await hasHadPrices(sql)) return undefined
    let offers = 0
    for (const [dayNumber, day] of days.entries()) {
      for (const site of SAMPLE_SITES) {
        const draft = createDraft()
        for (const { specs, offer } of sampleOffers(site, dayNumber)) draft.add(specs, offer)
        await importDay(sql, { site: site.host, day }, draft)
        offers += draft.offers
      }
    }
    return { sites: SAMPLE_SITES.length, days: DAYS, offers }
  })
}

const hasHadPrices = async (sql: Sql): Promise<boolean> => ((await priceVersion(sql)) ?? 0) > 0
