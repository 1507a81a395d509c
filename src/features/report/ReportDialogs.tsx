import type { DisplayedTable } from '../report-choice/displayed-table.ts'
import { parts } from './on-demand.ts'
import type { SaveReport } from './save-report/save-all-pages.ts'
import type { ReportState } from './useReportState.ts'

interface ReportDialogsProps {
  state: ReportState
  /** table to export; null while the dialog is closed */
  exported: DisplayedTable | null
  onExportEnd(): void
  /** counter of the opened view dialogs, which resets the dialog's state; 0 while the dialog is closed */
  viewSaving: number
  onViewEnd(): void
  /** saves the pages of a result set on the device */
  onKeep: SaveReport['start']
  /** whether the page has a column with charts; files do not contain charts */
  hasSparklines: boolean
}

/** Dialogs that export the displayed table to a file and save it as a view. */
export function ReportDialogs({
  state: { id, choice, query, layout, view, chosenView },
  exported,
  onExportEnd,
  viewSaving,
  onViewEnd,
  onKeep,
  hasSparklines,
}: ReportDialogsProps) {
  return (
    <>
      {exported && (
        <parts.ViewExportDialog
          id={id}
          layout={layout}
          view={view}
          table={exported}
          drawn={hasSparklines}
          onClose={onExportEnd}
        />
      )}
      {viewSaving > 0 && choice && (
        <parts.SaveView
          key={viewSaving}
          id={id}
          choice={choice}
          query={query}
          view={chosenView}
          layout={layout}
          onKeep={onKeep}
          onEnd={onViewEnd}
        />
      )}
    </>
  )
}
