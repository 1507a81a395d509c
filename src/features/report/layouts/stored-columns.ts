import type { Report } from '../../../../contract/reports/reports.ts'
import { preferences } from '../../../lib/preferences.ts'
import type { Layout, View } from '../../report-choice/view.ts'

/** Column settings of this device: the texts of columns/column-settings.ts by report and layout. */
const storedColumns = (): URLSearchParams => new URLSearchParams(preferences.columns.get() ?? '')

/** Key of a layout's column settings. */
export const columnsKey = ({ route }: Pick<Report, 'route'>, layout: Layout): string => `${route} ${layout}`

/** Returns the column settings of the address, or else of the device. */
export const columnSettingsOf = ({ columns }: Pick<View, 'columns'>, key: string): readonly string[] =>
  columns.length > 0 ? columns : storedColumns().getAll(key)

/** Replaces the column settings of a key. */
export function storeColumns(key: string, texts: readonly string[]): void {
  const all = storedColumns()
  all.delete(key)
  for (const text of texts) all.append(key, text)
  preferences.columns.set(all.toString())
}
