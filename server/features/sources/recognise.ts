import { HEADING, NO_TYRE, type Sample, type SampleTyre } from '../../../contract/sources/sample.ts'
import type { Sql } from '../../platform/db/db.ts'
import { listOf } from '../../platform/db/in-list.ts'
import { listingKey } from '../../prices/listings/listing.ts'
import { KINDS } from './kinds/source-kinds.ts'
import type { Source } from './source.ts'
import { listSources } from './store.ts'

/** Source whose mapping reads a file. */
export interface FittingSource {
  id: string
  title: string
  site: string
  /** share of the file's first tyres that the site lists already, percent */
  known: number
}

/** Maximum number of sources whose mappings are tried. */
const MAX_TRIED = 200
/** Time in ms after which no further mapping is tried: a hostile file may take seconds for each. */
const TIME_LIMIT_MS = 15_000
/** Minimum share of the first records that a mapping must read. */
const LEAST_READ = 0.8

/**
 * Finds the sources from which a file can be, by their mappings and the tyres that their sites list (specification 12.10).
 * @param sampled reads the first records of the file by a mapping
 * @returns those whose mapping reads the file, the most probable first
 */
export async function fittingSources(
  sql: Sql,
  sampled: (mapping: unknown) => Promise<Sample>,
): Promise<FittingSource[]> {
  const sources = (await listSources(sql)).filter(({ kind }) => !KINDS[kind].readsPages).slice(0, MAX_TRIED)
  const fits: FittingSource[] = []
  const samples = new Map<string, Sample>()
  const until = performance.now() + TIME_LIMIT_MS
  // One after the other, which leaves a reading thread to others.
  for (const source of sources) {
    if (performance.now() > until) break
    const mapping = JSON.stringify(source.mapping)
    const sample = samples.get(mapping) ?? (await sampled(source.mapping))
    samples.set(mapping, sample)
    const tyres = readTyres(sample)
    if (tyres) fits.push(await fitOf(sql, source, tyres))
  }
  return fits.sort((a, b) => b.known - a.known || a.title.localeCompare(b.title, 'ru'))
}

/** Returns the tyres of a sample; null if the mapping is not that of the file. */
function readTyres({ mistakes, error, tyres }: Sample): SampleTyre[] | null {
  if (mistakes.length > 0 || error !== null) return null
  const records = tyres.filter(({ problem }) => problem !== HEADING && problem !== NO_TYRE)
  const read = records.filter(({ problem, offers }) => problem === null && offers.length > 0)
  return read.length > 0 && read.length >= records.length * LEAST_READ ? read : null
}

async function fitOf(sql: Sql, { id, title, site }: Source, tyres: readonly SampleTyre[]) {
  const keys = [...new Set(tyres.map(({ specs, code = '' }) => listingKey(specs, { code, gtin: '' })))]
  const row = await sql.get<{ known: number }>`
    SELECT count(*) AS known FROM listings
    WHERE site_id = (SELECT id FROM sites WHERE host = ${site}) AND key IN (${listOf(keys)})`
  return { id, title: title || site, site, known: Math.round((Number(row?.known ?? 0) / keys.length) * 100) }
}
