import { HEADING, NO_TYRE, type Sample, type SampleTyre } from '../../../contract/sources/sample.ts'
import type { Sql } from '../../platform/db/db.ts'
import { inList } from '../../platform/db/in-list.ts'
import { listingKey } from '../../prices/listings/listing.ts'
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
const MOST_TRIED = 200
/** Number of mappings that are tried at a time, as many as there are reading threads. */
const AT_ONCE = 2
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
  const open = (await listSources(sql))
    .filter(({ kind }) => kind !== 'shop' && kind !== 'pages')
    .slice(0, MOST_TRIED)
  const fits: FittingSource[] = []
  const tryNext = async () => {
    for (let source = open.shift(); source; source = open.shift()) {
      const tyres = readTyres(await sampled(source.mapping))
      if (tyres) fits.push(await fitOf(sql, source, tyres))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, tryNext))
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
  const { places, values } = inList(keys)
  const row = await sql.get<{ known: number }>(
    `SELECT count(*) AS known FROM listings WHERE site_id = (SELECT id FROM sites WHERE host = ?) AND key IN (${places})`,
    site,
    ...values,
  )
  return { id, title: title || site, site, known: Math.round((Number(row?.known ?? 0) / keys.length) * 100) }
}
