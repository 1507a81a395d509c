import type { Report } from '../../../../contract/reports/reports.ts'
import { preferences } from '../../../lib/preferences.ts'
import type { Layout, View } from '../../report-choice/view.ts'

/** Returns the column settings stored on this device: the texts of columns/column-settings.ts by columnsKey. */
const storedColumns = (): URLSearchParams => new URLSearchParams(preferences.columns.get() ?? '')

/** Key of a layout's column settings. */
export const columnsKey = ({ route }: Pick<Report, 'route'>, layout: Layout): string => `${route} ${layout}`

/** Returns the column settings from the URL, or those stored on the device if the URL has none. */
export const columnSettingsOf = ({ columns }: Pick<View, 'columns'>, key: string): readonly string[] =>
  columns.length > 0 ? columns : storedColumns().getAll(key)

/** Stores the column settings of a layout instead of the former ones. */
export function storeColumns(key: string, texts: readonly string[]): void {
  const all = storedColumns()
  all.delete(key)
  for (const text of texts) all.append(key, text)
  preferences.columns.set(all.toString())
}
