import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Report } from '../../contract/reports.ts'
import { companionQuery } from '../api/companion-query.ts'
import { type DownloadResult, downloadReport, saveFile, type Waiting } from '../api/download.ts'
import { loadInBackground } from '../pwa/reload-once.ts'
import { randomId } from '../random-id.ts'
import { downloadRequest, type ReportChoice } from '../report-choice/report-address.ts'
import { useSession } from '../session/useSession.ts'
import type { DownloadNote } from './offline-export/export-saved.ts'

export interface Download {
  downloading: boolean
  /** bytes so far of a download that takes long; null of any other */
  received: number | null
  /** under which a companion can be asked how far it is */
  name: string | null
  /** how the last download ended, for screen readers */
  said: string
  cancel(): void
  /** message for the user on the last download */
  problem: string | null
  /** origin of the last file's data, if it is not the server's */
  note: DownloadNote | null
  dismiss(): void
  start(report: Report, choice: ReportChoice): Promise<void>
}

/** of the own sites, if the server gives them */
type OwnHosts = readonly string[] | null

type Told = Pick<Download, 'problem' | 'note' | 'said'>

const NOTHING: Told = { problem: null, note: null, said: '' }
const CANCELLED: Told = { ...NOTHING, said: 'Скачивание отменено.' }
/** A download that takes longer says how far it is. */
const LONG_MS = 1_000
const OFFLINE: DownloadResult = {
  problem: 'Нет связи с сервером, а страницы этой таблицы не сохранены на устройстве.',
  unreachable: true,
}

/** Downloads the server's file, or without a network creates one from the saved pages. */
export function useDownload(): Download {
  const { offline } = useSession()
  const queries = useQueryClient()
  const [underWay, setUnderWay] = useState<Waiting | null>(null)
  const [long, setLong] = useState(false)
  const [received, setReceived] = useState(0)
  const [told, setTold] = useState(NOTHING)
  const ending = useRef<AbortController>(null)
  return {
    downloading: underWay !== null,
    received: underWay && long ? received : null,
    name: underWay?.name ?? null,
    ...told,
    cancel: () => ending.current?.abort(),
    dismiss: () => setTold(NOTHING),
    async start(report, choice) {
      ending.current = new AbortController()
      setReceived(0)
      setTold(NOTHING)
      const companion = queries.getQueryData(companionQuery.queryKey)
      const name = companion?.offers.includes('downloads') ? randomId() : null
      const waiting = { signal: ending.current.signal, name, onBytes: setReceived }
      setUnderWay(waiting)
      const becomesLong = setTimeout(setLong, LONG_MS, true)
      try {
        setTold(await download(report, choice, offline, companion?.ownHosts ?? null, waiting))
      } finally {
        clearTimeout(becomesLong)
        setLong(false)
        setUnderWay(null)
      }
    },
  }
}

async function download(
  report: Report,
  choice: ReportChoice,
  offline: boolean,
  ownHosts: OwnHosts,
  waiting: Waiting,
): Promise<Told> {
  const result = offline ? OFFLINE : await downloadReport(downloadRequest(report, choice), waiting)
  if (waiting.signal.aborted) return CANCELLED
  if ('file' in result) {
    saveFile(result.file, result.name)
    return { ...NOTHING, said: 'Файл скачан.' }
  }
  const saved = result.unreachable ? await ofSavedPages(report, choice, ownHosts, waiting.signal) : null
  return saved ?? { ...NOTHING, problem: result.problem }
}

async function ofSavedPages(
  report: Report,
  choice: ReportChoice,
  ownHosts: OwnHosts,
  signal: AbortSignal,
): Promise<Told | null> {
  const code = await loadInBackground(() => import('./offline-export/export-saved.ts'))
  const made = code ? await code.exportSaved(report, choice, ownHosts) : null
  if (signal.aborted) return CANCELLED
  if (made === null) return null
  if ('problem' in made) return { ...NOTHING, problem: made.problem }
  saveFile(made.file, made.name)
  return { ...NOTHING, note: made.note }
}
