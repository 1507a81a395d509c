// Data directories for the servers of browser tests, prepared once per run and copied for each server.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { createFirstAdmin } from '../../server/first-admin.ts'
import { loadSample } from '../../server/load-sample.ts'
import { openDatabase } from '../../server/platform/db/open.ts'
import { type Line, savePrices } from './prices.ts'
import { ADMIN, temporaryFolder } from './processes.ts'

/** Day of the tests' own prices. The sample data only has days around today. */
export const DAY = '2026-04-18'

/** Fields of a line of prices in the project's own CSV form. */
export const LINE_FIELDS =
  'article,brand,name,width,height,diameter,season,vehicle_type,speed_index,load_index,city,warehouse,retail,opt,cost,stock'.split(
    ',',
  )

/** Reads a line of prices. */
function readLine(line: string): Line {
  const values = line.split(',')
  const text = (field: string) => values[LINE_FIELDS.indexOf(field)] ?? ''
  const number = (field: string) => (text(field) === '' ? null : Number(text(field)))
  return [
    {
      article: text('article'),
      brand: text('brand'),
      name: text('name'),
      width: text('width'),
      height: text('height'),
      diameter: text('diameter'),
      season: text('season'),
      vehicleType: text('vehicle_type'),
      speedIndex: text('speed_index'),
      loadIndex: text('load_index'),
    },
    {
      city: text('city'),
      warehouse: text('warehouse'),
      retail: number('retail'),
      wholesale: number('opt'),
      cost: number('cost'),
      stock: number('stock'),
    },
  ]
}

/** Imports prices into the database of a data directory, also while a running server uses it. */
export async function importInto(
  dataDir: string,
  site: string,
  date: string,
  lines: readonly string[],
): Promise<void> {
  const db = await openDatabase({ dataDir, databaseUrl: undefined })
  await savePrices(db, site, date, lines.map(readLine)).finally(() => db.close())
}

/** `sample` is the data that a server's first start creates; `prices` also has the prices of the tests. */
type Prepared = 'sample' | 'prices'

/** Environment variable with the folder of the prepared directories, which Playwright's workers inherit. */
const FOLDER = 'TEST_PREPARED_DATA'

/** Copies a prepared data directory to a path that does not exist yet. */
export function copyPrepared(prepared: Prepared, dataDir: string): void {
  cpSync(join(process.env[FOLDER] ?? '', prepared), dataDir, { recursive: true })
}

/** Prepares the data directories of a run. @returns a function that removes them */
export default async function prepare(): Promise<() => void> {
  const folder = temporaryFolder()
  process.env[FOLDER] = folder.path
  const [sample, prices] = [join(folder.path, 'sample'), join(folder.path, 'prices')]
  const db = await openDatabase({ dataDir: sample, databaseUrl: undefined })
  try {
    await createFirstAdmin(db, {
      adminUsername: ADMIN.username,
      adminPassword: ADMIN.password,
      generatedAdminPassword: undefined,
    })
    await loadSample(db)
  } finally {
    await db.close()
  }
  cpSync(sample, prices, { recursive: true })
  await importInto(prices, 'daikon.ru', DAY, ownPrices())
  await importInto(prices, 'b.ru', '2026-04-17', theirPrices(1.1))
  await importInto(prices, 'b.ru', DAY, theirPrices(1))
  return folder.remove
}

const TYRES = 250

/** Returns one of 250 tyres; the brand alternates between Arktika and Zorki. */
function tyre(i: number): string {
  const brand = i % 2 === 0 ? 'Arktika' : 'Zorki'
  const name = `Шина ${String(i).padStart(3, '0')}`
  return `T${i},${brand},${name},205,55,${i % 3 === 0 ? 16 : 17},Зимняя,Легковая,T,9${i % 10}`
}

function ownPrices(): string[] {
  return Array.from(
    { length: TYRES },
    (_, i) => `${tyre(i)},Томск,Центральный,${1300 + i},${1000 + i},${900 + i},4`,
  )
}

/** Returns a competitor's prices in two cities. */
function theirPrices(level: number): string[] {
  return Array.from({ length: TYRES }, (_, i) => [
    `${tyre(i)},Томск,Склад 1,${1600 + i},${Math.round((1200 + i) * level)},,${i}`,
    `${tyre(i)},Омск,,${1700 + i},${1250 + i},,${i + 1}`,
  ]).flat()
}
