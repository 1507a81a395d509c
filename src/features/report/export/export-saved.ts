import { type Report, type ReportId, reportAt, reportFileName } from '../../../../contract/reports/reports.ts'
import { storedToken } from '../../../data/stored-session.ts'
import { countText, type NounForms } from '../../../ui/plural.ts'
import { listRequest, type ReportChoice } from '../../report-choice/report-address.ts'
import { type DownloadOrder, startExport } from './export-client.ts'
import { savedPages } from './result-pages.ts'

export type SavedExport =
  | {
      file: Blob
      name: string
      note: DownloadNote
    }
  | { problem: string }

const FAILED = 'Не удалось собрать файл из сохранённых страниц.'

/** Creates the download file from saved pages; null if none is saved or nobody is signed in. */
export async function exportSaved(
  report: Report,
  choice: ReportChoice,
  ownHosts: readonly string[] | null,
  signal: AbortSignal,
): Promise<SavedExport | null> {
  const source = await savedPages(listRequest(report, choice), signal)
  if (storedToken() === null || !source) return null
  const id = reportAt(report.route) as ReportId
  const order: DownloadOrder = { report: id, layout: 'download', choice, ownHosts, further: source.further }
  const download = startExport(order, signal)
  try {
    const pages = Array.from({ length: source.pages ?? 0 }, (_, at) => at + 1)
    let rows = 0
    let totalPages: number | null = null
    for (const page of pages) {
      const info = await download.read(await source.body(page), source.numberOf(page))
      rows += info.rows
      totalPages ??= info.totalPages
    }
    if (rows === 0) return { problem: 'Нет данных для выбранных фильтров' }
    for (const page of pages) await download.write(await source.body(page), source.numberOf(page))
    const { file } = await download.finish('xlsx', '')
    const name = reportFileName(id, choice.date, [choice.compare, choice.moved])
    return { file, name, note: noteOf(pages.length, totalPages) }
  } catch (error) {
    const { name, message } = error as Error
    return { problem: name === 'SheetTooLarge' ? message : FAILED }
  } finally {
    download.end()
  }
}

/** Returns whether saved pages exist from which the file can be created. */
export const hasSaved = async (report: Report, choice: ReportChoice): Promise<boolean> =>
  (await savedPages(listRequest(report, choice), new AbortController().signal)) !== null

/** Note beside the download about the origin and completeness of its data. */
export interface DownloadNote {
  tone: 'info' | 'warning'
  text: string
}

const PAGES: NounForms = ['страница', 'страницы', 'страниц']

function noteOf(pages: number, totalPages: number | null): DownloadNote {
  if (totalPages === null) {
    return {
      tone: 'warning',
      text: `В файле ${countText(pages, PAGES)}: столько сохранено на устройстве. Сколько их всего, сервер не сообщил.`,
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
    text: `Файл неполный: в отчёте ${countText(totalPages, PAGES)}, в файле только ${pages}. На устройстве не сохранено: ${missing}.`,
  }
}
