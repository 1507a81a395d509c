import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { REPORTS, type ReportId } from '../../../../contract/reports/reports.ts'
import { companionQuery } from '../../../data/companion-query.ts'
import { saveFile } from '../../../data/download.ts'
import { arranges } from '../../../data/list-order.ts'
import { preferences } from '../../../lib/preferences.ts'
import { useStore } from '../../../lib/store.ts'
import { useSession } from '../../../session/useSession.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Choice } from '../../../ui/Choice.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { choiceText } from '../../report-choice/choice-text.ts'
import type { DisplayedTable } from '../../report-choice/displayed-table.ts'
import { longDay } from '../../report-choice/format-date.ts'
import type { Layout, View } from '../../report-choice/view.ts'
import { tableText } from '../layouts/displayed-text.ts'
import { columnSettingsOf, columnsKey } from '../layouts/stored-columns.ts'
import { FILE_FORMATS, type FileFormat, type ViewOrder } from './export-client.ts'
import { exportView, type FileProgress } from './export-view.ts'
import { fileName, problemText, progressText, resultText, titleText } from './file-text.ts'
import './view-export.css'

export interface ViewExportDialogProps {
  id: ReportId
  layout: Layout
  view: View
  table: DisplayedTable
  /** whether the page has a column with charts, which the rows do not contain (specification 4.29) */
  drawn: boolean
  onClose(): void
}

type State =
  | { kind: 'asking' }
  | { kind: 'stopped' }
  | { kind: 'making'; progress: FileProgress }
  | { kind: 'made'; words: string; isPartial: boolean }
  | { kind: 'failed'; words: string }

const NAMES: Readonly<Record<FileFormat, string>> = { xlsx: 'Excel', csv: 'CSV' }
const FORMATS = FILE_FORMATS.map((value) => ({ value, name: NAMES[value] }))
const NOTHING_READ: FileProgress = { pages: 0, of: null }
/** Id of the column with charts of the price history (specification 4.29). */
const SPARKLINE = 'sparkline'

/** Dialog that exports all pages of the displayed view to a file (specification 17.9). */
export function ViewExportDialog({ id, layout, view, table, drawn, onClose }: ViewExportDialogProps) {
  const { offline } = useSession()
  const queries = useQueryClient()
  const progressId = useId()
  const format = useStore(preferences.fileFormat) ?? 'xlsx'
  const [state, setState] = useState<State>({ kind: 'asking' })
  const making = useRef<AbortController>(null)
  useEffect(() => () => making.current?.abort(), [])

  const report = REPORTS[id]
  const { choice, compared, arranged } = table
  const isCompared = layout !== 'table'
  const shown = tableText(layout, view, table)
  const make = async () => {
    const controller = new AbortController()
    making.current = controller
    const { signal } = controller
    let progress = NOTHING_READ
    const show = (next: State) => {
      if (!signal.aborted) setState(next)
    }
    show({ kind: 'making', progress })
    const texts = columnSettingsOf(view, columnsKey(report, layout))
    const order: ViewOrder = {
      report: id,
      choice,
      layout,
      view: { order: view.order, only: isCompared ? view.only : [] },
      columns: texts,
      compared,
      arranged,
      ownHosts: queries.getQueryData(companionQuery.queryKey)?.ownHosts ?? null,
      further: null,
    }
    try {
      const made = await exportView(
        {
          order,
          format,
          page: table.page,
          offline,
          titleOf: (counts) => titleText(report, choice, shown, counts),
        },
        signal,
        (next) => {
          progress = next
          show({ kind: 'making', progress })
        },
      )
      if (signal.aborted) return
      if (made.rows > 0) saveFile(made.file, fileName(report, choice, { ...view, layout }, format))
      const words = made.rows > 0 ? resultText(made) : 'Таких шин нет: файл не собран.'
      show({ kind: 'made', words, isPartial: made.cut !== null })
    } catch (error) {
      show({ kind: 'failed', words: problemText(error, progress) })
    }
  }
  const stop = () => {
    making.current?.abort()
    setState({ kind: 'stopped' })
  }

  const isMaking = state.kind === 'making'
  return (
    <Dialog
      title="Скачать как на экране"
      onClose={onClose}
      actions={
        <>
          {isMaking ? <Button onClick={stop}>Отмена</Button> : <Button onClick={onClose}>Закрыть</Button>}
          <Button variant="primary" blocked={isMaking} onClick={() => void make()}>
            {state.kind === 'failed' ? 'Повторить' : `Скачать ${NAMES[format]}`}
          </Button>
        </>
      }
    >
      <Choice
        label="Формат"
        options={FORMATS}
        value={format}
        onChange={(next) => {
          preferences.fileFormat.set(next)
          if (!isMaking) setState({ kind: 'asking' })
        }}
      />
      <p>
        В файле: {[longDay(choice.date), ...choiceText(report, choice), ...shown].join(' · ')}.{' '}
        {layout === 'list' ? 'Всё, что на карточках шин' : 'Столбцы и их порядок — как на экране'}, шины — со
        всех страниц.
      </p>
      {notesOf(view, arranged, layout, drawn).map((note) => (
        <p key={note}>{note}</p>
      ))}
      {offline && <p>Нет связи с сервером: в файл войдут страницы, которые сохранены на устройстве.</p>}
      {isMaking && (
        <div className="view-export-progress grid gap-4 tabular-nums">
          <label htmlFor={progressId}>{progressText(state.progress)}</label>
          <progress id={progressId} {...barOf(state.progress)} />
        </div>
      )}
      {state.kind === 'failed' && <Alert>{state.words}</Alert>}
      {state.kind === 'made' && state.isPartial && <Alert tone="warning">{state.words}</Alert>}
      <p role="status">
        {state.kind === 'stopped' && 'Отменено, файла нет.'}
        {state.kind === 'made' && !state.isPartial && state.words}
      </p>
    </Dialog>
  )
}

/** Returns the attributes of the progress bar; {} (indeterminate) while the number of pages is unknown. */
function barOf({ pages, of, written }: FileProgress): { max?: number; value?: number } {
  if (written) return { max: written.of, value: written.rows }
  return of === null ? {} : { max: of, value: pages }
}

/** Returns notes on the differences between the file and the displayed page. */
function notesOf(
  { order, only }: View,
  arranged: DisplayedTable['arranged'],
  layout: Layout,
  drawn: boolean,
): string[] {
  const isDrawn = order?.column === SPARKLINE
  const isSorted = order !== null && !isDrawn && !arranges(arranged, 'sort')
  const isNarrowed = only.length > 0 && layout !== 'table' && !arranges(arranged, 'only')
  return [
    ...(drawn && layout !== 'list' ? ['Графиков за 30 дней в файле нет.'] : []),
    ...(isDrawn ? ['Строки в файле стоят в порядке отчёта, а не по графикам.'] : []),
    ...(isSorted ? ['На экране отсортированы строки страницы, в файле будут отсортированы все.'] : []),
    ...(isNarrowed ? ['На экране отобраны шины страницы, в файл войдут отобранные со всех страниц.'] : []),
  ]
}
