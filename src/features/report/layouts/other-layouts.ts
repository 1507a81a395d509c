/** Layouts that compare the prices of each row as a market, in one chunk (../on-demand.ts). */
export { TyreList } from './list/TyreList.tsx'
export { MarketTable } from './market/MarketTable.tsx'
