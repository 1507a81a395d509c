/** Loaders of the layouts that are loaded when chosen; the documents' table comes with the report. */
export const LOAD = {
  market: () => import('./market/MarketTable.tsx'),
  list: () => import('./list/TyreList.tsx'),
} as const
