import type { Format } from './readers/detect-format.ts'

/** What the numbers of a file's records count. */
export type Numbered = 'lines' | 'records'

/** Documents may be one line: their records are counted. */
export const numberedBy = (format: Format): Numbered =>
  format === 'xml' || format === 'commerceml' || format === 'json' ? 'records' : 'lines'
