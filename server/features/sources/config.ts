import { type AllowedHosts, readAllowedHosts } from '../../platform/egress/allowed-hosts.ts'

/** Limits of sources, and the addresses that they may use. */
export interface SourcesConfig {
  /** addresses inside this network that may be fetched */
  allowedHosts: AllowedHosts
  /** maximum size of a fetched file, decompressed */
  fetchMegabytes: number
  /** maximum duration of one fetch, redirects included */
  fetchSeconds: number
  /** maximum time without data */
  stallSeconds: number
  /** minimum kilobytes per minute of a fetch; 0 for any */
  fetchMinKilobytes: number
  /** maximum size of an uploaded file */
  uploadMegabytes: number
  /** maximum duration of one upload or delivery */
  uploadSeconds: number
  /** number of days of prices; older ones are removed at night */
  keepDays: number
}

type Read = (name: string, usual: number, min: number, max: number) => number

/**
 * Reads the settings.
 * @throws ConfigError
 */
export function readSourcesConfig(
  env: Readonly<Record<string, string | undefined>>,
  read: Read,
): SourcesConfig {
  return {
    allowedHosts: readAllowedHosts('FETCH_ALLOWED_HOSTS', env.FETCH_ALLOWED_HOSTS ?? ''),
    fetchMegabytes: read('FETCH_MAX_MB', 500, 1, 100_000),
    fetchSeconds: read('FETCH_MAX_SECONDS', 1_800, 1, 86_400),
    stallSeconds: read('FETCH_STALL_SECONDS', 60, 1, 3_600),
    fetchMinKilobytes: read('FETCH_MIN_KB_PER_MINUTE', 256, 0, 1_000_000),
    uploadMegabytes: read('UPLOAD_MAX_MB', 500, 1, 100_000),
    uploadSeconds: read('UPLOAD_MAX_SECONDS', 7_200, 1, 86_400),
    keepDays: read('KEEP_DAYS', 400, 2, 100_000),
  }
}
