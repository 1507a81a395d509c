/** Rows and paging of an answer: 'changes' has others than the rest (specification 7.10 and 4.13). */
export type ReportLayout = 'analytics' | 'proposals' | 'changes'

/** The list calls by the last part of their path. Apart from the reports, of which the worker needs nothing else. */
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
