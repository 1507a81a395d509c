import { type AllowedHosts, readAllowedHosts } from '../../platform/egress/allowed-hosts.ts'

/** Configuration of sources: limits, and hosts of the internal network that may be fetched from. */
export interface SourcesConfig {
  /** name under which this server calls shops and suppliers: the product's, and PUBLIC_URL where it is set */
  userAgent: string
  /** hosts in the internal network that sources may use */
  allowedHosts: AllowedHosts
  /** hosts in the internal network whose pages everybody may read by tracking them */
  pageHosts: AllowedHosts
  /** maximum size of a fetched file in MiB, both compressed and decompressed */
  fetchMegabytes: number
  /** maximum duration of one fetch in seconds, redirects included */
  fetchSeconds: number
  /** maximum time without received data, in seconds */
  stallSeconds: number
  /** minimum speed of a fetch in kilobytes per minute; 0 for no minimum */
  fetchMinKilobytes: number
  /** maximum size of an uploaded file in MiB */
  uploadMegabytes: number
  /** maximum duration of one upload or delivery in seconds */
  uploadSeconds: number
  /** number of days for which prices are stored; older days are removed at night */
  keepDays: number
}

/** Name of the product in requests, by which a shop's robots.txt can address it. */
export const PRODUCT = 'tyre-price-monitor'

type Read = (name: string, usual: number, min: number, max: number) => number

/**
 * Reads the settings.
 * @throws OperatorError
 */
export function readSourcesConfig(
  env: Readonly<Record<string, string | undefined>>,
  read: Read,
): SourcesConfig {
  const { PUBLIC_URL: publicUrl = '' } = env
  return {
    userAgent: publicUrl === '' ? PRODUCT : `${PRODUCT} (+${publicUrl})`,
    allowedHosts: readAllowedHosts('FETCH_ALLOWED_HOSTS', env.FETCH_ALLOWED_HOSTS ?? ''),
    pageHosts: readAllowedHosts('PAGES_ALLOWED_HOSTS', env.PAGES_ALLOWED_HOSTS ?? ''),
    fetchMegabytes: read('FETCH_MAX_MB', 500, 1, 100_000),
    fetchSeconds: read('FETCH_MAX_SECONDS', 1_800, 1, 86_400),
    stallSeconds: read('FETCH_STALL_SECONDS', 60, 1, 3_600),
    fetchMinKilobytes: read('FETCH_MIN_KB_PER_MINUTE', 256, 0, 1_000_000),
    uploadMegabytes: read('UPLOAD_MAX_MB', 500, 1, 100_000),
    uploadSeconds: read('UPLOAD_MAX_SECONDS', 7_200, 1, 86_400),
    keepDays: read('KEEP_DAYS', 400, 2, 100_000),
  }
}
