import type { Report } from '../../../../contract/reports/reports.ts'
import { COLUMNS_KEY } from '../../../data/stored-session.ts'
import type { Layout, View } from '../../report-choice/view.ts'

/** How this person arranged columns last on this device: the texts of columns/column-settings.ts by report and layout. */
export const keptColumns = (): URLSearchParams => new URLSearchParams(localStorage.getItem(COLUMNS_KEY) ?? '')

/** Under what the columns of a report's layout are kept. */
export const columnsOf = ({ route }: Pick<Report, 'route'>, layout: Layout): string => `${route} ${layout}`

/** How the columns are arranged: as the address says, or else as the device remembers. */
export const shownColumns = ({ columns }: Pick<View, 'columns'>, of: string): readonly string[] =>
  columns.length > 0 ? columns : keptColumns().getAll(of)
