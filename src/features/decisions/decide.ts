/** Buttons for deciding prices on other pages, in one chunk (src/app/pages.ts). */
export { DecideTable } from './DecideTable.tsx'
export { DecideTyre } from './DecideTyre.tsx'
