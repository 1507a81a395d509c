import type { SourceApi } from '../../../contract/sources/api.ts'
import type { AllowedHosts } from '../../platform/egress/allowed-hosts.ts'
import type { SourcesConfig } from './config.ts'
import type { CookieJar } from './cookie-jar.ts'
import type { SourceSecrets } from './source.ts'

export interface FetchRequest {
  address: string
  /**
   * addresses that a person has typed, by default `address` itself; hosts inside are called only if they are among
   * theirs
   */
  typed?: readonly string[] | undefined
  secrets: SourceSecrets
  /** what the address must answer with: a list may be no HTML page without a table, and only a text may be empty */
  expects?: 'list' | 'page' | 'text'
  /**
   * called before each request, redirects included, with the hosts inside that it may call; it may wait, or throw a
   * FetchFailure. What it returns is called when the answer has ended, with the number of bytes received
   */
  before?: (url: URL, allowedHosts: AllowedHosts) => Promise<(bytes: number) => Promise<void>>
  /** validators of the last imported file; '' for a missing one */
  known?: { etag: string; modified: string } | undefined
  /** fingerprint that the key of an SFTP server must have; '' to accept any */
  hostKey?: string
  /** body to send by POST; without it the address is requested by GET */
  posted?: { type: string; body: string } | undefined
  /** further headers for the origin of the address; like secrets, they never follow a redirect to another one */
  headers?: Readonly<Record<string, string>>
  /** stores the cookies of redirects, and sends them to their hosts; without it they are dropped */
  cookies?: CookieJar | undefined
  /** statuses other than 200 whose answer is taken as it is, redirects included */
  accepts?: (status: number) => boolean
  /** takes a small answer that may have secrets, which are never written to the disk, instead of the file */
  into?: Buffer[]
  /** path to write the file to; the file exists afterwards only if it is complete */
  path: string
  /** aborts the fetch when the server stops */
  signal: AbortSignal
}

export type Fetched =
  | { kind: 'not modified'; hostKey?: string }
  | {
      kind: 'file'
      bytes: number
      sha256: string
      etag: string
      modified: string
      contentType: string
      /** name that the server gives the file; '' for none */
      fileName: string
      /** fingerprint of an SFTP server's key */
      hostKey?: string
      /** header Link; '' without one, missing for answers that are not of the web */
      link?: string
      /** headers Set-Cookie */
      cookies?: readonly string[]
    }

/** Price list that a supplier's API gives in pages. */
export interface ApiRequest extends FetchRequest {
  api: SourceApi
  /** number of pages to stop after; undefined for all */
  pages?: number | undefined
}

/** File with the answer of an API, or with the records of its pages. */
export type ApiFile = Extract<Fetched, { kind: 'file' }> & {
  /** undefined for a single answer */
  paged?: { pages: number; records: number; isCut: boolean } | undefined
}

export type FetchLimits = Pick<
  SourcesConfig,
  'userAgent' | 'allowedHosts' | 'fetchMegabytes' | 'fetchSeconds' | 'stallSeconds' | 'fetchMinKilobytes'
>
