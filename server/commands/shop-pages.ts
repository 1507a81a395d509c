import type { Config } from '../config.ts'
import { SourceFiles } from '../features/sources/files.ts'
import { PageFetcher } from '../features/sources/pages/fetch-page.ts'
import { lookAtShop } from '../features/sources/pages/look-at-shop.ts'
import { parsePageAddress } from '../features/sources/pages/page-address.ts'
import { readPageFile, readSitemapFile } from '../features/sources/pages/page-files.ts'
import { PageTurns } from '../features/sources/pages/page-turns.ts'
import { readRobots } from '../features/sources/pages/robots.ts'
import { mainOffer, type PageReading, readShopPage } from '../pages/read-page.ts'
import type { Db } from '../platform/db/db.ts'
import { pauseFor } from '../platform/pause.ts'
import { Refusal } from '../platform/refusal.ts'
import { describePage, describeShop } from './describe-page.ts'
import { print } from './run-command.ts'

interface Here {
  db: Db
  config: Config
}

/** Time in ms to wait until a shop's page may be read. */
const PATIENCE_MS = 60_000

/** Creates what runs of this process read pages with. */
export function fetchersOf(here: Here) {
  const fetcher = pageFetcherOf(here)
  return { fetcher, shopFetcher: fetcher, pause: pauseFor }
}

function pageFetcherOf({ db, config: { dataDir, sources: limits } }: Here): PageFetcher {
  const files = new SourceFiles(dataDir)
  const turns = new PageTurns(db, { by: 'command' })
  return new PageFetcher({
    files,
    limits,
    turns,
    readPage: readPageFile,
    readSitemap: readSitemapFile,
    readRobots: async (request) => readRobots(request),
  })
}

/**
 * Prints what a shop's page says about prices; nothing is stored (specification 23.2).
 * @returns whether a price can be used
 */
export async function printPage(
  here: Here,
  page: { address: string } | { file: Uint8Array },
): Promise<boolean> {
  const reading = 'file' in page ? readShopPage(page.file, '') : await readAddress(here, page.address)
  for (const line of describePage(reading)) print(line)
  return mainOffer(reading.offers) !== undefined
}

async function readAddress(here: Here, address: string): Promise<PageReading> {
  const { signal } = new AbortController()
  const fetched = await pageFetcherOf(here).read(address, { signal, patienceMs: PATIENCE_MS })
  if (fetched.kind !== 'page') throw new Refusal(400, 'Сервер не прислал страницы')
  return fetched.reading
}

/**
 * Prints which pages of a shop have tyres; nothing is stored (specification 23.9).
 * @returns whether there are any
 */
export async function printShop(here: Here, typed: string): Promise<boolean> {
  const { address } = parsePageAddress(typed, here.config.sources.allowedHosts)
  const { signal } = new AbortController()
  const look = await lookAtShop({ fetcher: pageFetcherOf(here), signal, onStep: print }, address)
  for (const line of describeShop(look)) print(line)
  return look.pages.length > 0
}
