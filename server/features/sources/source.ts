import type { Secrets, SourceKind } from '../../../contract/sources/source.ts'
import type { Mapping } from '../../import/mapping.ts'

/** Current trouble of a source that administrators were notified of. */
export type Trouble = '' | 'failed' | 'held' | 'late'

/** Settings of a source, validated. */
export interface SourceSettings {
  /** host name without www */
  site: string
  title: string
  enabled: boolean
  kind: SourceKind
  /** '' for an upload */
  address: string
  mapping: Mapping
  /** HH:MM, sorted */
  times: readonly string[]
  /** time zone, an IANA name */
  zone: string
  /** HH:MM; '' for no expected time */
  expectedBy: string
  /** allowed percent of bad records */
  maxBad: number
}

/** Secrets for requests to an address, known to this server alone. */
export type SourceSecrets = Secrets

export const NO_SECRETS: SourceSecrets = { headers: [], basic: null }

/** Data about the last import of a source, to recognise the same file again. */
export interface LastFetch {
  /** hash of address and mapping */
  key: string
  etag: string
  modified: string
  /** hash of the file */
  sha256: string
  day: string
  /** time of saving that day in ms: another import of it would have replaced these prices */
  importedAt: number
}

export interface Source extends SourceSettings {
  id: string
  /** number of changes of the source */
  version: number
  secretNames: readonly string[]
  /** encrypted secrets */
  secrets: string
  /** fields that have been empty in all records before */
  mayBeEmpty: readonly string[]
  /** '' without a token */
  tokenHash: string
  /** ms */
  nextRun: number | null
  lastFetch: LastFetch | null
  trouble: Trouble
  createdAt: number
}
