/** Of the request for a file: under which name, of 32 hexadecimal digits, its progress can be asked for. Other servers know no such header. */
export const DOWNLOAD_HEADER = 'x-download'

/** `/:name`, only on the companion server (specification 5.8). */
export const DOWNLOAD_PROGRESS_PATH = '/api/companion/downloads'

/** How far the server is with a file that it makes as it sends it. */
export interface DownloadProgress {
  /** written so far */
  rows: number
  /** 0 if nothing is known of the file */
  total: number
}

/** Of a file that is still being prepared, has been sent, or is made by another server. */
export const NOTHING_KNOWN: DownloadProgress = { rows: 0, total: 0 }
