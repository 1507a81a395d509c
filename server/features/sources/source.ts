import type { Mapping } from '../../import/mapping.ts'

export type SourceKind = 'address' | 'upload'
/** What administrators have been told of and is not over yet. */
export type Trouble = '' | 'failed' | 'held' | 'late'

/** What a person decides about a source, checked. */
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
  /** IANA name */
  zone: string
  /** HH:MM; '' for no matter when */
  expectedBy: string
  /** percent of records */
  maxBad: number
}

/** How to ask for an address, known to this server alone. */
export interface SourceSecrets {
  headers: readonly { name: string; value: string }[]
  basic: { username: string; password: string } | null
}

export const NO_SECRETS: SourceSecrets = { headers: [], basic: null }

/** What the last import of a source was made of, to recognise the same again. */
export interface LastFetch {
  /** of address and mapping */
  key: string
  etag: string
  modified: string
  /** of the file */
  sha256: string
  day: string
  /** when that day was saved, ms: another import of it would have replaced these prices */
  importedAt: number
}

export interface Source extends SourceSettings {
  id: string
  /** counts its changes */
  version: number
  secretNames: readonly string[]
  /** sealed */
  secrets: string
  /** fields that have been empty everywhere before */
  mayBeEmpty: readonly string[]
  /** '' without a token */
  tokenHash: string
  /** ms */
  nextRun: number | null
  lastFetch: LastFetch | null
  trouble: Trouble
  createdAt: number
}
