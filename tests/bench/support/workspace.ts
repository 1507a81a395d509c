import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import packageFile from '../../../package.json' with { type: 'json' }
import { SITES } from './made-up-day.ts'
import { writePriceList } from './price-list.ts'
import { type FinishedProcess, runNode } from './run-node.ts'

/** Data shared by the benchmarks of a run: price lists and a filled database, created on first use. */

let folder: string | undefined

/** Returns a path in this run's temporary folder. */
export function inWorkspace(name: string): string {
  folder ??= mkdtempSync(join(tmpdir(), 'prices-bench-'))
  return join(folder, name)
}

export function removeWorkspace(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  folder = undefined
}

/** The made-up days: three for the lists, and one that is imported while the lists are measured. */
export const DAYS = ['2025-11-15', '2025-11-16', '2025-11-17', '2025-11-18'] as const
export const SHOWN_DAYS = DAYS.slice(0, 3)

export interface PriceList {
  site: string
  path: string
  offers: number
}

const lists = new Map<number, Promise<PriceList[]>>()

/** Returns a day's price lists, one per site. */
export function priceLists(day: number): Promise<PriceList[]> {
  const known = lists.get(day) ?? writePriceLists(day)
  lists.set(day, known)
  return known
}

async function writePriceLists(day: number): Promise<PriceList[]> {
  const written: PriceList[] = []
  for (const [index, site] of SITES.entries()) {
    const path = inWorkspace(`${DAYS[day]}-${site}.csv`)
    written.push({ site, path, offers: await writePriceList(path, [index], day) })
  }
  return written
}

/** The location of the database, as environment variables. */
export type Store = { DATA_DIR: string } | { DATABASE_URL: string }

/** Node's options and the file of npm run import, as stated in package.json. */
const IMPORT = (packageFile.scripts.import as string).split(' ').slice(2)

/** Runs the real import command as a process, with the file of one or several sites. */
export function importPrices(
  store: Store,
  lists: readonly Pick<PriceList, 'site' | 'path'>[],
  date: string,
): Promise<FinishedProcess> {
  const files = lists.flatMap(({ site, path }) => ['--site', site, path])
  return runNode([...IMPORT, '--date', date, '--rejects', inWorkspace('rejects'), ...files], store)
}

const filled = new Map<string, Promise<void>>()

/** Imports the days that the lists display, once per run. */
export function fillStore(store: Store): Promise<void> {
  const name = Object.values(store)[0] as string
  const known = filled.get(name) ?? importShownDays(store)
  filled.set(name, known)
  return known
}

async function importShownDays(store: Store): Promise<void> {
  for (const [day, date] of SHOWN_DAYS.entries()) {
    await importPrices(store, await priceLists(day), date)
  }
}
