/** Controls that decide prices on other pages: one chunk (src/app/pages.ts). */
export { DecideTable } from './DecideTable.tsx'
export { DecideTyre } from './DecideTyre.tsx'
