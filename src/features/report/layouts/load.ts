/** The documents' table comes with the report, the other layouts when they are chosen. */
export const LOAD = {
  market: () => import('./market/MarketTable.tsx'),
  list: () => import('./list/TyreList.tsx'),
} as const
