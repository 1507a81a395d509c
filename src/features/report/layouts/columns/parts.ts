/** What arranges columns: it comes after the table, unless the columns are to be arranged at once. */
export { arrange } from './arrange-columns.ts'
export { ColumnTools } from './ColumnTools.tsx'
