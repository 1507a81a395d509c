/** Fields that are loaded together, as one chunk (on-demand-fields.ts). */
export { DayCalendar } from './DayCalendar.tsx'
export { SearchBox } from './SearchBox.tsx'
export { Several } from './several/Several.tsx'
