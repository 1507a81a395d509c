/** Tyre card beside a table and as a page, in one chunk (src/app/pages.ts). */
export { openCard } from './open-card.ts'
export { TyrePage } from './TyrePage.tsx'
export { TyrePanel } from './TyrePanel.tsx'
