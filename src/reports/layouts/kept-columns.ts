import { COLUMNS_KEY } from '../../api/stored-session.ts'

/** How this person arranged columns last on this device: the texts of columns/column-settings.ts by report and layout. */
export const keptColumns = (): URLSearchParams => new URLSearchParams(localStorage.getItem(COLUMNS_KEY) ?? '')
