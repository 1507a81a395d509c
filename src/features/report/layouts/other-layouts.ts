/** Layouts that compare the prices of each row as a market, and the print of all layouts, in one chunk. */

export { PrintedReport } from '../print/PrintedReport.tsx'
export { TyreList } from './list/TyreList.tsx'
export { MarketTable } from './market/MarketTable.tsx'
