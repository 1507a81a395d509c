/** Layout of an answer's rows and paging: 'changes' differs from the others (specification 7.10 and 4.13). */
export type ReportLayout = 'analytics' | 'proposals' | 'changes'

/**
 * List calls by the last segment of their path. In a module of its own, because the worker needs nothing else of the
 * reports.
 */
export const LISTS = {
  allTyres: 'analytics',
  retailTyres: 'analytics',
  optTyres: 'analytics',
  analyseRetailPrices: 'analytics',
  analyseOptPrices: 'analytics',
  medianMaxRetailPrices: 'analytics',
  medianMaxOptPrices: 'analytics',
  newRetailPrices: 'proposals',
  newOptPrices: 'proposals',
  thresholdAnalyse: 'changes',
} as const satisfies Record<string, ReportLayout>
export type ListName = keyof typeof LISTS

export const analyticsPath = (name: string): string => `/api/analytics/${name}`
