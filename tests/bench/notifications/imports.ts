import { cpSync, rmSync } from 'node:fs'
import { extent } from '../support/extent.ts'
import { DAYS, importPrices, inWorkspace, priceLists } from '../support/workspace.ts'
import { addPeople, countNotifications } from './people.ts'

const ROUNDS = extent(3)

/** A variant of the second day's import. */
interface Variant {
  /** prepares the database, a copy of the one with the first day */
  prepare(dataDir: string): Promise<void>
  /** maps a site's name; under another one it has no earlier day to compare with */
  site(name: string): string
}

const VARIANTS = {
  alone: { prepare: async () => undefined, site: (name) => `new-${name}` },
  compared: { prepare: async () => undefined, site: (name) => name },
  told: { prepare: addPeople, site: (name) => name },
} satisfies Record<string, Variant>

type VariantName = keyof typeof VARIANTS

export interface ImportFigures {
  /** seconds for a day's ten files, per round */
  seconds: Record<VariantName, number[]>
  offers: number
  notifications: number
  messages: number
}

/** Imports the same day into the same database in three variants, interleaved. */
export async function measureImports(): Promise<ImportFigures> {
  const base = inWorkspace('notifications-base')
  await importPrices({ DATA_DIR: base }, await priceLists(0), DAYS[0])
  const lists = await priceLists(1)
  const seconds: ImportFigures['seconds'] = { alone: [], compared: [], told: [] }
  let counted = { notifications: 0, messages: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of Object.keys(VARIANTS) as VariantName[]) {
      const { prepare, site } = VARIANTS[name] as Variant
      const dataDir = inWorkspace('notifications-copy')
      cpSync(base, dataDir, { recursive: true })
      await prepare(dataDir)
      const renamed = lists.map((list) => ({ ...list, site: site(list.site) }))
      seconds[name].push((await importPrices({ DATA_DIR: dataDir }, renamed, DAYS[1])).seconds)
      process.stderr.write(`import, round ${round + 1} of ${ROUNDS}: ${name}\n`)
      if (name === 'told') counted = await countNotifications(dataDir)
      rmSync(dataDir, { recursive: true })
    }
  }
  rmSync(base, { recursive: true })
  return { seconds, offers: lists.reduce((total, { offers }) => total + offers, 0), ...counted }
}
