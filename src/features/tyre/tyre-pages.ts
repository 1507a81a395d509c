/** Card of a tyre, beside a table and as a page: one chunk (src/app/pages.ts). */
export { openCard } from './open-card.ts'
export { TyrePage } from './TyrePage.tsx'
export { TyrePanel } from './TyrePanel.tsx'
