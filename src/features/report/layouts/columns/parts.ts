/** Column arrangement, loaded after the table unless columns are arranged from the start. */
export { arrange } from './arrange-columns.ts'
export { ColumnTools } from './ColumnTools.tsx'
