import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Report } from '../../contract/reports.ts'
import { companionQuery } from '../api/companion-query.ts'
import { type DownloadResult, downloadReport, saveFile } from '../api/download.ts'
import { downloadRequest, type ReportChoice } from '../report-choice/report-address.ts'
import { useSession } from '../session/useSession.ts'
import type { DownloadNote } from './offline-export/export-saved.ts'

export interface Download {
  downloading: boolean
  /** message for the user on the last download */
  problem: string | null
  /** origin of the last file's data, if it is not the server's */
  note: DownloadNote | null
  dismiss(): void
  start(report: Report, choice: ReportChoice): Promise<void>
}

/** of the own sites, if the server gives them */
type OwnHosts = readonly string[] | null

type Told = Pick<Download, 'problem' | 'note'>

const NOTHING: Told = { problem: null, note: null }
const OFFLINE: DownloadResult = {
  problem: 'Нет связи с сервером, а страницы этой таблицы не сохранены на устройстве.',
  unreachable: true,
}

/** Downloads the server's file, or without a network creates one from the saved pages. */
export function useDownload(): Download {
  const { offline } = useSession()
  const queries = useQueryClient()
  const [downloading, setDownloading] = useState(false)
  const [told, setTold] = useState(NOTHING)
  return {
    downloading,
    ...told,
    dismiss: () => setTold(NOTHING),
    async start(report, choice) {
      setDownloading(true)
      setTold(NOTHING)
      const ownHosts = queries.getQueryData(companionQuery.queryKey)?.ownHosts ?? null
      setTold(await download(report, choice, offline, ownHosts))
      setDownloading(false)
    },
  }
}

async function download(
  report: Report,
  choice: ReportChoice,
  offline: boolean,
  ownHosts: OwnHosts,
): Promise<Told> {
  const result = offline ? OFFLINE : await downloadReport(downloadRequest(report, choice))
  if ('file' in result) {
    saveFile(result.file, result.name)
    return NOTHING
  }
  const saved = result.unreachable ? await ofSavedPages(report, choice, ownHosts) : null
  return saved ?? { problem: result.problem, note: null }
}

async function ofSavedPages(report: Report, choice: ReportChoice, ownHosts: OwnHosts): Promise<Told | null> {
  const { exportSaved } = await import('./offline-export/export-saved.ts')
  const made = await exportSaved(report, choice, ownHosts)
  if (made === null) return null
  if ('problem' in made) return { problem: made.problem, note: null }
  saveFile(made.file, made.name)
  return { problem: null, note: made.note }
}
