/** Layouts that read the rows as a market: one chunk (../on-demand.ts). */
export { TyreList } from './list/TyreList.tsx'
export { MarketTable } from './market/MarketTable.tsx'
