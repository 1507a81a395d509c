import type { KindSettings, Secrets, SourceKind } from '../../../contract/sources/source.ts'
import type { Mapping } from '../../import/mapping.ts'

/** Current trouble of a source; '' for none. */
export type Trouble = '' | 'failed' | 'held' | 'late'

/** Settings of a source, validated. */
export interface SourceSettings extends KindSettings {
  /** host name without www */
  site: string
  title: string
  enabled: boolean
  kind: SourceKind
  /** '' for an upload; the site's first page for tracked pages */
  address: string
  /** fingerprint of the SFTP server's key, '' for none; undefined in a change keeps that of the same server */
  hostKey: string | undefined
  mapping: Mapping
  /** HH:MM, sorted */
  times: readonly string[]
  /** time zone, an IANA name */
  zone: string
  /** HH:MM; '' for no expected time */
  expectedBy: string
  /** maximum percentage of bad records; a list with more is held */
  maxBad: number
}

/** Secrets for requests to a source's address; they are never sent to clients. */
export type SourceSecrets = Secrets

export const NO_SECRETS: SourceSecrets = { headers: [], basic: null }

/** Data about a source's last import, used to recognise an unchanged file. */
export interface LastFetch {
  /** hash of the address and mapping with which the file was imported */
  key: string
  etag: string
  modified: string
  /** hash of the file */
  sha256: string
  day: string
  /**
   * time in ms at which that day was saved. A different time in `snapshots` means that a later import replaced the
   * prices
   */
  importedAt: number
}

export interface Source extends SourceSettings {
  id: string
  hostKey: string
  /** number of changes of the source */
  version: number
  secretNames: readonly string[]
  /** encrypted secrets */
  secrets: string
  /** fields that may be empty because they were empty in all records of an imported price list */
  mayBeEmpty: readonly string[]
  /** keys of findings that a person has called right for this mapping */
  answered: readonly string[]
  /** '' without a token */
  tokenHash: string
  /** ms */
  nextRun: number | null
  lastFetch: LastFetch | null
  trouble: Trouble
  createdAt: number
}
