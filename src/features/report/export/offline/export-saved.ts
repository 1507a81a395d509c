import {
  REPORT_IDS,
  REPORTS,
  type Report,
  type ReportId,
  reportFileName,
} from '../../../../../contract/reports/reports.ts'
import type { SavedEntry } from '../../../../../contract/worker/saved.ts'
import { type ListRequest, listPath } from '../../../../data/report-queries.ts'
import { storedToken } from '../../../../data/stored-session.ts'
import { askWorker } from '../../../../pwa/worker-channel.ts'
import { counted, type NounForms } from '../../../../ui/plural.ts'
import { listRequest, type ReportChoice } from '../../../report-choice/report-address.ts'
import { savedPagesOfRun } from '../../../report-choice/run-pages.ts'
import { pathsOf } from '../../saved-run/answer-from-run.ts'
import { findWiderRun } from '../../saved-run/find-run.ts'
import type { ExportOrder, ExportResult } from './order.ts'

export type SavedExport =
  | {
      file: Blob
      name: string
      note: DownloadNote
    }
  | { problem: string }

const FAILED = 'Не удалось собрать файл из сохранённых страниц.'

/** Creates the download on the device. @returns null if no page of this table is saved */
export async function exportSaved(
  report: Report,
  choice: ReportChoice,
  ownHosts: readonly string[] | null,
): Promise<SavedExport | null> {
  const token = storedToken()
  const { paths, further } = await savedPagesFor(report, choice)
  if (token === null || paths.length === 0) return null
  const result = await inWebWorker({
    report: idOf(report),
    priceType: choice.priceType,
    day: choice.date,
    paths,
    further,
    ownHosts,
    token,
  })
  if (result.kind === 'empty') return { problem: 'Нет данных для выбранных фильтров' }
  if (result.kind === 'refused') return { problem: result.problem }
  if (result.kind === 'failed') return { problem: FAILED }
  const { file, totalPages } = result
  const name = reportFileName(idOf(report), choice.date, [choice.compare, choice.moved])
  return { file, name, note: noteOf(paths.length, totalPages) }
}

/** Returns whether the file can be created on the device. */
export const hasSaved = async (report: Report, choice: ReportChoice): Promise<boolean> =>
  (await savedPagesFor(report, choice)).paths.length > 0

async function savedPagesFor(report: Report, choice: ReportChoice) {
  const state = await askWorker('saved', {})
  return pagesFor(listRequest(report, choice), state?.entries ?? [])
}

/** Returns all pages of a result set that contains the table, or else the saved pages of the table itself. */
export function pagesFor(
  request: ListRequest,
  entries: readonly SavedEntry[],
): Pick<ExportOrder, 'paths' | 'further'> {
  const wider = findWiderRun(request, entries)
  if (wider) {
    const { further: filters, sets } = wider
    return { paths: pathsOf(wider, request), further: { filters, sets } }
  }
  const pages = [...savedPagesOfRun(request, entries).keys()]
  return { paths: pages.map((page) => listPath(request, page)), further: null }
}

/** Note on the origin of a file's data. */
export interface DownloadNote {
  tone: 'info' | 'warning'
  text: string
}

const PAGES: NounForms = ['страница', 'страницы', 'страниц']

function noteOf(pages: number, totalPages: number | null): DownloadNote {
  if (totalPages === null) {
    return {
      tone: 'warning',
      text: `В файле ${counted(pages, PAGES)}: столько сохранено на устройстве. Сколько их всего, сервер не сообщил.`,
    }
  }
  const missing = totalPages - pages
  if (missing <= 0) {
    return {
      tone: 'info',
      text: 'Нет связи с сервером: файл собран на устройстве из сохранённых страниц.',
    }
  }
  return {
    tone: 'warning',
    text: `Файл неполный: в отчёте ${counted(totalPages, PAGES)}, в файле только ${pages}. На устройстве не сохранено: ${missing}.`,
  }
}

function idOf(report: Report): ReportId {
  return REPORT_IDS.find((id) => REPORTS[id].route === report.route) as ReportId
}

function inWebWorker(order: ExportOrder): Promise<ExportResult> {
  const worker = new Worker(new URL('./offline-export.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<ExportResult>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<ExportResult>) => resolve(data)
    worker.onerror = ({ message }) => resolve({ kind: 'failed', reason: message })
    worker.postMessage(order)
  }).finally(() => worker.terminate())
}
