import { importDay } from '../../../server/features/notifications/import-day.ts'
import { openDatabase } from '../../../server/platform/db/open.ts'
import type { TyreSpecs } from '../../../server/prices/offer.ts'
import { createDraft } from '../../../server/prices/snapshot-draft.ts'
import { randomFrom } from '../../../server/sample/make-sample.ts'
import { extent } from '../support/extent.ts'
import { madeUpOffers, madeUpTyre, SITES } from '../support/made-up-day.ts'

export const MANY_TYRES = extent(100_000)
export const SOME_SITES = SITES.slice(0, 3)
const DAY = '2025-11-15'

const BEGINNINGS =
  'al ar ba bor ca cor da dur e fal gra hak i ka kon la lo mar mi na nor o pa po ra ro sa so ta tor u va vi'.split(
    ' ',
  )
const ENDS = 'da den dor ga go lan li ma mo na nix pa ra ro sa so ta tec tor va vex vo xa zo'.split(' ')

/** A tyre of one of some thousand models, so that the vocabulary is that of a real catalog. */
function manyTyre(number: number): TyreSpecs {
  const tyre = madeUpTyre(number)
  const random = randomFrom(number % 4_000)
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] as string
  const word = () => `${pick(BEGINNINGS)}${pick(BEGINNINGS)}${pick(ENDS)}`
  return { ...tyre, name: `${tyre.name} ${word()} ${word()} ${pick(ENDS).toUpperCase()}${number % 500}` }
}

/** Imports a day of them at a few sites. */
export async function importMany(dataDir: string): Promise<void> {
  const db = await openDatabase({ dataDir, databaseUrl: undefined })
  try {
    for (const [site, host] of SOME_SITES.entries()) {
      const draft = createDraft()
      for (let number = 0; number < MANY_TYRES; number += 1) {
        const specs = manyTyre(number)
        for (const offer of madeUpOffers(site, number, 0)) draft.add(specs, offer)
      }
      await db.transaction((sql) => importDay(sql, { site: host, day: DAY }, draft))
    }
  } finally {
    await db.close()
  }
}
