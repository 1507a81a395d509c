import { useState } from 'react'
import { REPORTS, type ReportId } from '../../../../contract/reports/reports.ts'
import { preferences } from '../../../lib/preferences.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { choiceText } from '../../report-choice/choice-text.ts'
import { useLatestDay } from '../../report-choice/latest-day.ts'
import type { ReportChoice } from '../../report-choice/report-address.ts'
import { type Layout, type View, withView } from '../../report-choice/view.ts'
import { addPin, requestOfView } from '../../saved-views/pinned/pins.ts'
import { SaveViewDialog } from '../../saved-views/SaveViewDialog.tsx'
import { useViews } from '../../saved-views/useViews.ts'
import { shownText } from '../layouts/displayed-text.ts'
import { columnSettingsOf, columnsKey } from '../layouts/stored-columns.ts'
import type { SaveReport } from '../save-report/save-all-pages.ts'

export interface SaveViewProps {
  id: ReportId
  choice: ReportChoice
  query: URLSearchParams
  /** view settings from the URL; `layout` is null unless the person chose one */
  view: View
  layout: Layout
  /** saves the pages of a result set on the device */
  onKeep: SaveReport['start']
  onEnd(): void
}

/** Dialog that saves the displayed table as a view, then a message that says where to find the view. */
export function SaveView({ id, choice, query, view: chosen, layout, onKeep, onEnd }: SaveViewProps) {
  const [saved, setSaved] = useState<string | null>(null)
  const { offers } = useViews()
  const { latest } = useLatestDay(true)
  // Columns and city are added to the view: they may be stored only on this device, and colleagues use other devices.
  const columns = columnSettingsOf(chosen, columnsKey(REPORTS[id], layout))
  const view = { ...chosen, columns, city: shownCity(chosen, choice) }
  if (saved !== null) {
    return (
      <div className="view-saved">
        <Alert tone="success" onDismiss={onEnd}>
          Вид «{saved}» сохранён: он в «Моих отчётах» на главной странице.
        </Alert>
      </div>
    )
  }
  return (
    <SaveViewDialog
      report={id}
      query={withView(query, view)}
      date={choice.date}
      words={[...choiceText(REPORTS[id], choice), ...shownText(view)]}
      onSaved={(stored, isKept) => {
        setSaved(stored.name)
        if (isKept)
          onKeep(requestOfView(stored, { latest: latest ?? choice.date, offers }), () => addPin(stored.id))
      }}
      onClose={onEnd}
    />
  )
}

/** Returns the city whose prices are compared, including a city stored only on the device. */
function shownCity({ layout, city }: View, { filters }: ReportChoice): string | null {
  const isCompared = layout === 'market' || layout === 'list'
  return city ?? (isCompared && !filters.city ? preferences.marketCity.get() : null)
}
