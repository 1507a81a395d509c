import { NO_CITY } from '../../../../contract/reports/no-city.ts'
import type { ShopCrawl } from '../../../../contract/sources/crawl.ts'
import { addressPatternTest } from '../../../pages/address-patterns.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import { inTurns } from '../../../platform/repeating-task.ts'
import { refusalOf } from '../time-limit.ts'
import type { PageFetcher } from './fetch-page.ts'
import { cityPasses, cityRequest, typedIn } from './shop-addresses.ts'
import { recordsOf, tyresOf, whyUnpriced } from './shop-records.ts'

/** Number of pages of a sample. */
const PAGES = 20
const PATIENCE_MS = 60_000

interface SampleDeps {
  fetcher: PageFetcher
  signal: AbortSignal
  /** called with each step */
  onStep(text: string): void
}

/** Records of some pages of a shop. */
export interface ShopRecords {
  pages: number
  records: object[]
}

/**
 * Reads twenty pages of a shop as a crawl would, spread over what its sitemaps and first pages name, each in every city
 * (specification 23.10).
 * @throws Refusal if none of them has a tyre with a price
 */
export async function sampleShop(deps: SampleDeps, crawl: ShopCrawl): Promise<ShopRecords> {
  const { fetcher, signal, onStep } = deps
  const passes = cityPasses(crawl.cities)
  const found = await addressesOf(deps, crawl)
  const records: object[] = []
  let pages = 0
  let why = ''
  const isList = addressPatternTest(crawl.lists)
  // Each page in every city, so that their prices can be compared.
  const asked = spread(found, Math.max(1, Math.floor(PAGES / passes.length))).flatMap((address) =>
    passes.map((pass) => ({ address, pass })),
  )
  for (const { address, pass } of asked.slice(0, PAGES)) {
    onStep(`Страница ${pages + 1}: ${address}`)
    const request = cityRequest(address, crawl.cities, pass)
    try {
      const answer = await fetcher.read(request.address, {
        signal,
        typed: typedIn(crawl),
        patienceMs: PATIENCE_MS,
        cookie: request.cookie,
      })
      if (answer.kind === 'page') {
        const kind = isList(address) ? 'list' : 'product'
        const found = recordsOf(answer.reading, { address, city: pass.city || NO_CITY, kind })
        for (const { record } of found) records.push(record)
        why = whyUnpriced(answer.reading, found, false) || why
      }
    } catch (error) {
      if (signal.aborted || !(error instanceof FetchFailure || error instanceof Refusal)) throw error
      if (error instanceof FetchFailure && error.isSlowDown) throw refusalOf(error)
      why = error.message
    }
    pages++
  }
  if (records.length > 0) return { pages, records }
  throw new Refusal(400, `Ни на одной из ${pages} страниц нет цены шины${why === '' ? '' : `. ${why}`}`)
}

/** Returns addresses with tyres: first pages, and what their links and the sitemaps name. */
async function addressesOf({ fetcher, signal, onStep }: SampleDeps, crawl: ShopCrawl): Promise<string[]> {
  const isWanted = addressPatternTest([...crawl.lists, ...crawl.products])
  const found = new Set<string>()
  const manner = { signal, typed: typedIn(crawl), patienceMs: PATIENCE_MS }
  for (const start of crawl.starts.slice(0, 3)) {
    onStep(`Страница ${start}`)
    const answer = await failing(fetcher.read(start, { ...manner, follows: true }))
    if (answer?.kind !== 'page') continue
    if (tyresOf(answer.reading).length > 0) found.add(start)
    for (const link of answer.reading.links?.pages ?? []) if (isWanted(link)) found.add(link)
  }
  const sitemaps = [...crawl.sitemaps]
  const known = new Set(sitemaps)
  for (let read = 0; sitemaps.length > 0 && read < 4 && found.size < PAGES * 10; read++) {
    const address = sitemaps.shift() as string
    onStep(`Карта сайта ${address}`)
    const answer = await failing(fetcher.sitemap(address, manner))
    if (answer?.kind === 'index') {
      sitemaps.push(...answer.entries.filter((entry) => !known.has(entry)))
      for (const entry of answer.entries) known.add(entry)
    } else
      await inTurns(answer?.entries ?? [], (entry) => {
        if (isWanted(entry)) found.add(entry)
      })
  }
  if (found.size === 0) throw new Refusal(400, 'Страниц такого вида на сайте не видно')
  return [...found]
}

/** Returns nothing where a page cannot be read: others may do for a sample. */
const failing = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: unknown) => {
    if (error instanceof FetchFailure && !error.isSlowDown) return undefined
    throw refusalOf(error)
  })

/** Returns up to `most` items, evenly spread. */
function spread<T>(items: readonly T[], most: number): T[] {
  const step = Math.max(1, items.length / most)
  return Array.from({ length: Math.min(most, items.length) }, (_, n) => items[Math.floor(n * step)] as T)
}
