import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { Link } from 'react-router-dom'
import { ROUTES } from '../../../contract/routes.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { preferences } from '../../lib/preferences.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { FreshnessLine } from '../freshness/FreshnessLine.tsx'
import { FiltersForm } from './filters/FiltersForm.tsx'
import { parts } from './on-demand.ts'
import type { SaveReport } from './save-report/save-all-pages.ts'
import { type Download, useDownload } from './useDownload.ts'
import type { ReportState } from './useReportState.ts'

interface ReportToolbarProps {
  state: ReportState
  /** the form folds after 'Применить' */
  folds: boolean
  /** takes the focus of a control that disappears */
  section: RefObject<HTMLElement | null>
  /** state of saving the report's pages on the device */
  save: SaveReport
  onExport(): void
  onPrint(): void
  onSave(): void
}

/** Form of a report with its actions, and the progress and outcome of downloading and saving. */
export function ReportToolbar({
  state,
  folds,
  section,
  save,
  onExport,
  onPrint,
  onSave,
}: ReportToolbarProps) {
  const { report, choice, form, table, phone } = state
  const download = useDownload()
  const watches = useQuery(companionQuery).data?.offers.includes('rules')
  const downloadButton = useRef<HTMLButtonElement>(null)
  // The displayed table, even if the form has changed since.
  const subject = choice && table.shown ? choice : form.chosen
  const startDownload = () => void download.start(report, subject)
  // The button may be folded away with the filters.
  const keepFocus = () => {
    const button = downloadButton.current
    const isShown = button !== null && button.getClientRects().length > 0
    ;(isShown ? button : section.current)?.focus()
  }
  return (
    <>
      <FiltersForm
        state={state}
        folds={folds}
        note={phone && choice && <FreshnessLine day={choice.date} choice={choice} only="late" />}
        actions={
          <>
            <div className="split-button inline-flex">
              <Button
                ref={downloadButton}
                blocked={download.downloading}
                data-palette="файл xlsx excel"
                onClick={startDownload}
              >
                <Icon name="download" />
                <span className="steady" data-widest="Скачать эту таблицу">
                  {download.downloading ? 'Скачивание...' : 'Скачать эту таблицу'}
                </span>
              </Button>
              {choice && (
                <DownloadMenu
                  isBlocked={!table.shown}
                  onDocument={startDownload}
                  onView={onExport}
                  onPrint={onPrint}
                />
              )}
            </div>
            {choice && (
              <Button
                blocked={save.progress !== undefined}
                data-palette="вид мои отчёты на устройстве без сети"
                onClick={onSave}
              >
                {save.progress ? 'Сохранение...' : 'Сохранить'}
              </Button>
            )}
            {choice && watches && (
              <Link
                to={`${ROUTES.rules}/new?${state.query}&price=${choice.priceType}`}
                className="button button-secondary"
                data-palette="правило уведомлять"
              >
                Следить
              </Link>
            )}
          </>
        }
      />
      <DownloadAlerts download={download} keepFocus={keepFocus} />
      <div className="progress-lines flex flex-wrap gap-8">
        {download.received !== null && (
          <parts.DownloadStatus
            received={download.received}
            name={download.name}
            onCancel={download.cancel}
            onFocusLost={keepFocus}
          />
        )}
        {(save.progress || save.message) && (
          <parts.SaveStatus save={save} onFocusLost={() => section.current?.focus()} />
        )}
      </div>
    </>
  )
}

function DownloadAlerts({ download, keepFocus }: { download: Download; keepFocus(): void }) {
  const { problem, note, createFromSaved } = download
  return (
    <>
      {problem !== null && (
        <Alert
          onDismiss={download.dismiss}
          action={
            createFromSaved && (
              <Button
                variant="quiet"
                onClick={() => {
                  // The button disappears with the alert.
                  keepFocus()
                  void createFromSaved()
                }}
              >
                Сделать файл из сохранённого
              </Button>
            )
          }
        >
          {problem}
        </Alert>
      )}
      {note !== null && (
        <Alert tone={note.tone} onDismiss={download.dismiss}>
          {note.text}
        </Alert>
      )}
      <p className="visually-hidden" role="status">
        {download.received === null ? download.said : 'Файл скачивается.'}
      </p>
    </>
  )
}

const ACTIONS = [
  { label: 'Скачать эту таблицу', format: null },
  { label: 'Как на экране, Excel', format: 'xlsx' },
  { label: 'Как на экране, CSV', format: 'csv' },
  { label: 'Печать, до 2 000 строк', format: 'print' },
] as const

interface DownloadMenuProps {
  /** whether no table is displayed, which could be downloaded */
  isBlocked: boolean
  /** downloads the documents' file */
  onDocument(): void
  /** opens the dialog that downloads the displayed view */
  onView(): void
  /** prints the rows of all pages */
  onPrint(): void
}

/** Menu of the files of a report: the documents' file, then the displayed view in each format. */
function DownloadMenu({ isBlocked, onDocument, onView, onPrint }: DownloadMenuProps) {
  return (
    <ActionMenu
      label="Скачать в другом виде"
      title="Скачать в другом виде"
      look="button button-secondary split-button-more"
      palette="как на экране печать файл xlsx excel csv рынок список столбцы"
      icon={<Icon name="chevron" />}
      actions={isBlocked ? ACTIONS.slice(0, 1) : ACTIONS}
      onChoose={({ format }) => {
        if (format === null) return onDocument()
        if (format === 'print') return onPrint()
        preferences.fileFormat.set(format)
        onView()
      }}
    />
  )
}
