import { ownSiteRule } from '../../../contract/companion.ts'
import { parseReportPage, readReportRow, readRowSpecs } from '../../../contract/legacy/report-page.ts'
import type { ReportLayout } from '../../../contract/lib/lists.ts'
import type { FoundTyre } from '../../../contract/search/search-answer.ts'
import { SearchIndex } from '../../../contract/search/search-index.ts'
import { parseTyreAnswer } from '../../../contract/tyre/tyre-answer.ts'
import { tyreKey } from '../../../contract/tyre/tyre-key.ts'
import { savedCallOf } from '../../../contract/worker/kinds.ts'
import { keyAddress } from '../../../contract/worker/request-key.ts'
import type { SavedEntry } from '../../../contract/worker/saved.ts'
import { OfflineMissError } from '../../data/errors.ts'
import { fetchSaved } from '../../data/fetch-saved.ts'
import { answerRequests } from '../../lib/worker-call.ts'
import { foundOnCard, foundTyre } from './found-saved.ts'
import type { SavedOrder, SavedPlace, SavedSearchAnswer } from './saved-messages.ts'

interface SavedPage {
  path: string
  route: string
  layout: ReportLayout
  /** YYYY-MM-DD */
  day: string
  savedAt: number
}

/** Origin of a tyre: a row of a saved page, or a saved card if no page contains the tyre. */
type Place = { page: SavedPage; row: number } | { card: FoundTyre }

interface Found {
  tyre: FoundTyre
  place: SavedPlace | null
}

interface Kept {
  index: SearchIndex
  /** origins in the order of the search index */
  places: Place[]
  token: string
  isOwnSite(host: string): boolean
}

const FOUND = 20

let kept: Promise<Kept> | undefined
let latest = ''

answerRequests((message: SavedOrder) => {
  if ('text' in message) return answer(message.text)
  kept = read(message)
  return null
})

/** Searches the saved data; null if a later query has replaced this one; the page no longer waits for its result */
async function answer(text: string): Promise<SavedSearchAnswer | null> {
  latest = text
  const all = await (kept as Promise<Kept>)
  if (text !== latest) return null
  const { positions, total } = all.index.search(text, FOUND)
  const standing = positions.map((position) => all.places[position] as Place)
  const found = await tyresAt(all, standing)
  const places = new Map(found.flatMap(({ tyre, place }) => (place ? [[tyre.key, place]] : [])))
  return { kept: all.index.size, total, tyres: found.map(({ tyre }) => tyre), places }
}

async function read({ token, entries, ownHosts }: Extract<SavedOrder, { entries: unknown }>): Promise<Kept> {
  const index = new SearchIndex()
  const places: Place[] = []
  const known = new Set<string>()
  const isOwnSite = ownSiteRule(ownHosts)
  for (const page of savedPages(entries)) {
    const body = await fetchSaved(page.path, token).catch(nullIfRemoved)
    for (const [row, raw] of rowsOf(body).entries()) {
      const specs = readRowSpecs(raw)
      const key = tyreKey(specs)
      if (known.has(key) || (specs.name === null && specs.article === null)) continue
      known.add(key)
      index.add(specs)
      places.push({ page, row })
    }
  }
  for (const path of savedCards(entries)) {
    const body = await fetchSaved(path, token).catch(nullIfRemoved)
    const answer = body === null ? null : parseTyreAnswer(body)
    if (!answer || known.has(answer.key)) continue
    known.add(answer.key)
    index.add(answer.specs)
    places.push({ card: foundOnCard(answer, isOwnSite) })
  }
  index.finish()
  return { index, places, token, isOwnSite }
}

/** Returns the paths of the saved cards, latest first, because a tyre's card may be saved for several days. */
function savedCards(entries: readonly SavedEntry[]): string[] {
  return entries
    .filter(({ kind }) => kind === 'card')
    .toSorted((a, b) => b.savedAt - a.savedAt)
    .map(({ request }) => keyAddress(request))
    .filter((path) => isCardPath(new URL(path, self.location.origin)))
}

/** Returns whether the path is that of a card, not of a price history or a comparison with a chosen day. */
const isCardPath = ({ pathname, searchParams }: URL): boolean =>
  !pathname.endsWith('/history') && !searchParams.has('compare')

/** Returns the saved pages, latest prices first, because each tyre is taken from the first page that contains it. */
function savedPages(entries: readonly SavedEntry[]): SavedPage[] {
  const pages = entries.flatMap(({ request, route, savedAt }) => {
    const path = keyAddress(request)
    const { pathname, searchParams } = new URL(path, self.location.origin)
    const layout = savedCallOf('GET', pathname)?.layout
    return layout ? [{ path, route, layout, day: searchParams.get('date') ?? '', savedAt }] : []
  })
  return pages.sort((a, b) => (a.day === b.day ? b.savedAt - a.savedAt : a.day < b.day ? 1 : -1))
}

/** Returns null for an answer that was removed after the entries were listed. @throws any other error */
function nullIfRemoved(error: unknown): null {
  if (error instanceof OfflineMissError) return null
  throw error
}

/** Returns the rows of a page's body; none for null or a body that is no page. */
function rowsOf(body: string | null) {
  try {
    return parseReportPage(body ?? '[]').rows
  } catch {
    return []
  }
}

/** Returns the found tyres, reading their pages again: all rows of a report would be too much for a phone. */
async function tyresAt({ token, isOwnSite }: Kept, standing: readonly Place[]): Promise<Found[]> {
  const paths = [...new Set(standing.flatMap((one) => ('page' in one ? one.page.path : [])))]
  const bodies = await Promise.all(paths.map((path) => fetchSaved(path, token).catch(nullIfRemoved)))
  const rows = new Map(paths.map((path, i) => [path, rowsOf(bodies[i] ?? null)]))
  return standing.flatMap((one): Found[] => {
    if ('card' in one) return [{ tyre: one.card, place: null }]
    const { path, route, layout, day } = one.page
    const raw = rows.get(path)?.[one.row]
    if (!raw) return []
    const tyre = foundTyre(readReportRow(layout, raw), day, isOwnSite)
    return [{ tyre, place: { path, route, row: one.row } }]
  })
}
