import type { Format } from './readers/detect-format.ts'

/** Unit in which records are numbered. */
export type Numbered = 'lines' | 'records'

/** Documents may be a single line, so their records are counted instead of lines. */
export const numberedBy = (format: Format): Numbered =>
  format === 'xml' || format === 'commerceml' || format === 'json' ? 'records' : 'lines'
