import type { KindSettings, SourceHistory, SourceInput } from '../../../../contract/sources/source.ts'
import { type Mapping, readMapping } from '../../../import/mapping.ts'
import type { Db, ReadSql } from '../../../platform/db/db.ts'
import type { AllowedHosts } from '../../../platform/egress/allowed-hosts.ts'
import type { ResolveName } from '../../../platform/egress/public-lookup.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Pause } from '../../../platform/repeating-task.ts'
import type { SecretBox } from '../../auth/secret-box.ts'
import type { FetchLimits } from '../fetch-request.ts'
import type { ListFile, SavedFile } from '../files.ts'
import type { ReadList } from '../held.ts'
import type { PageFetcher } from '../pages/fetch-page.ts'
import type { RecordDeps, RunRecord } from '../run-record.ts'
import type { Run } from '../runs.ts'
import type { Source, SourceSecrets } from '../source.ts'

/** Origin of a source's prices, checked. */
interface CheckedOrigin extends Partial<KindSettings> {
  /** '' for a source without an address */
  address: string
  /** undefined if the request does not change it */
  hostKey?: string | undefined
  mapping: Mapping
  /** undefined if the request does not change them, null if it removes them */
  secrets?: SourceSecrets | null | undefined
}

/** Services for fetching price lists. */
export interface FetchDeps extends RecordDeps {
  /** services for reading pages of shops; undefined in a thread, where none are read */
  pages?: {
    /** reads pages that everybody may track */
    fetcher: PageFetcher
    /** reads shops, for administrators */
    shopFetcher: PageFetcher
    isOwnSite(host: string): boolean
    pause: Pause
  }
  box: SecretBox
  fetchLimits: FetchLimits
  /** replacement of the DNS look-up in tests */
  resolveName?: ResolveName | undefined
}

/** Returns the services for reading pages of shops. */
export function pageServices({ pages }: FetchDeps): NonNullable<FetchDeps['pages']> {
  if (!pages) throw new Error('Pages are not read in a thread')
  return pages
}

/** Price list of a run, or null if that of the source's last import is still the current one. */
export interface FetchedFile {
  file: ListFile | SavedFile | null
  /** why there is no new file, as text for people; missing if the server answered that the file is unchanged */
  why?: string
}

/** Part of a price list that is compared with the site's last day. */
export interface ComparedList extends Pick<ReadList, 'offers' | 'comparison'> {
  /** minimum percentage of the last day's offers; the usual one without it */
  leastPercent?: number
}

/**
 * Kind of source: where its prices come from. Everything that depends on the kind is asked of it; nobody else compares
 * kinds.
 */
export interface Kind {
  /**
   * Checks the origin as an administrator has entered it.
   * @throws Refusal with the first problem
   */
  check(input: SourceInput, site: string, allowedHosts: AllowedHosts): CheckedOrigin
  /**
   * Fetches the price list of a run; missing for a source whose files are uploaded or delivered.
   * @param name name of the file to write, for those that write it themselves
   * @throws FetchFailure, Refusal, RunBreak
   */
  fetch?(
    deps: FetchDeps,
    record: RunRecord,
    source: Source,
    name: string,
    signal: AbortSignal,
  ): Promise<FetchedFile>
  /** Cleans up at the origin after a run that has fetched a price list has ended. */
  settle?(deps: Omit<FetchDeps, 'files'>, run: Run, source: Source, signal: AbortSignal): Promise<void>
  /**
   * Whether its runs read a site page by page, for hours: in the main thread, with slots of their own, leasing the host
   * for each request. Its price lists have a fixed mapping, and no files are uploaded.
   */
  readsPages?: true
  /** message of a run whose price list equals that of the last import */
  unchanged?: string
  /** Returns the part of a price list to compare with the last day, if it is not the whole. */
  compared?(db: Db, source: Source, run: Run, list: ComparedList): Promise<ComparedList>
  /** Returns further figures for the page of a source. */
  history?(sql: ReadSql, source: Source, now: number): Promise<Partial<SourceHistory>>
}

/**
 * Checks a mapping.
 * @throws Refusal
 */
export function checkMapping(value: unknown) {
  const mapping = readMapping(value)
  if (Array.isArray(mapping))
    throw new Refusal(400, `Ошибка в описании: ${mapping.slice(0, 5).map(withoutPlace).join('; ')}`)
  return mapping
}

/** Returns a mistake of the whole mapping without the name of its part, which nobody has to look for. */
const withoutPlace = (mistake: string): string => mistake.replace(/^fields: /, '')

/**
 * Checks the location of a file's records, which a user may correct after a guess.
 * @throws Refusal
 */
export function checkRecords(records: unknown) {
  return checkMapping({ records, fields: { article: 'x', retail: 'x' } }).records ?? {}
}
