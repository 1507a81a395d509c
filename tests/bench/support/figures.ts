/** Returns the smallest value that this share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

const ROUNDED = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

/** Formats a number like '1,200,000' with three significant digits: no measurement here is more exact. */
export const rounded = (value: number): string => ROUNDED.format(value)

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`

export const inSeconds = (seconds: number): string => `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`

export const inMilliseconds = (ms: number): string => `${ms.toFixed(1)} ms`

/** Formats a Markdown table whose first column is text and whose other columns are numbers. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const ruler = `|---|${'---:|'.repeat(header.length - 1)}`
  return [line(header), ruler, ...rows.map(line)].join('\n')
}

/** A row of the table in docs/performance.md. */
export interface Figure {
  figure: string
  /** result of the fastest possible or of another implementation */
  limit?: string
  now: string
  ratio?: string
  target?: string
  isMet?: boolean
}

/** The result of a benchmark. */
export interface BenchmarkResult {
  /** everything that was measured, in Markdown */
  text: string
  figures: readonly Figure[]
}

/** Formats a factor like '4.6 ×'. */
export const times = (factor: number): string => `${factor.toFixed(factor < 10 ? 2 : 0)} ×`
