import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Report } from '../../../contract/reports/reports.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { type DownloadOptions, downloadReport, saveFile } from '../../data/download.ts'
import { randomId } from '../../lib/random-id.ts'
import { useSession } from '../../session/useSession.ts'
import { downloadRequest, type ReportChoice } from '../report-choice/report-address.ts'
import type { DownloadNote } from './export/export-saved.ts'
import { extras } from './on-demand.ts'

export interface Download {
  downloading: boolean
  /** number of bytes received by a download that takes longer than LONG_MS; null otherwise */
  received: number | null
  /** name under which the companion server reports the download's progress */
  name: string | null
  /** result of the last download, announced to screen readers */
  said: string
  cancel(): void
  /** error message of the last download */
  problem: string | null
  /** origin of the last file's data; null if the server created the file */
  note: DownloadNote | null
  dismiss(): void
  /** creates the file from saved pages; null unless a gateway answered and there are saved pages */
  createFromSaved: (() => Promise<unknown>) | null
  start(report: Report, choice: ReportChoice): Promise<void>
}

/** Host names of the own sites; null if the server does not list them. */
type OwnHosts = readonly string[] | null

interface Ordered {
  report: Report
  choice: ReportChoice
  ownHosts: OwnHosts
}

interface Outcome extends Pick<Download, 'problem' | 'note' | 'said'> {
  /** whether a gateway answered instead of the server */
  refused: boolean
  /** the failed download, if its file can be created from saved pages */
  savedFor: Ordered | null
}

const NOTHING: Outcome = { problem: null, note: null, said: '', refused: false, savedFor: null }
const CANCELLED: Outcome = { ...NOTHING, said: 'Скачивание отменено.' }
/** Time in ms after which a running download displays its progress. */
const LONG_MS = 1_000
const NOT_SAVED: Outcome = {
  ...NOTHING,
  problem: 'Нет связи с сервером, а страницы этой таблицы не сохранены на устройстве.',
}

/** Downloads the server's file; offline, or by choice behind a gateway, creates it from saved pages. */
export function useDownload(): Download {
  const { offline, gateway } = useSession()
  const queries = useQueryClient()
  const [underWay, setUnderWay] = useState<DownloadOptions | null>(null)
  const [long, setLong] = useState(false)
  const [received, setReceived] = useState(0)
  const [{ savedFor, ...outcome }, setOutcome] = useState(NOTHING)
  const ending = useRef<AbortController>(null)

  const run = async (name: string | null, work: (waiting: DownloadOptions) => Promise<Outcome>) => {
    ending.current = new AbortController()
    setReceived(0)
    setOutcome(NOTHING)
    const waiting = { signal: ending.current.signal, name, onBytes: setReceived }
    setUnderWay(waiting)
    const becomesLong = setTimeout(setLong, LONG_MS, true)
    try {
      const ended = await work(waiting)
      setOutcome(ended)
      return ended
    } finally {
      clearTimeout(becomesLong)
      setLong(false)
      setUnderWay(null)
    }
  }
  return {
    downloading: underWay !== null,
    received: underWay && long ? received : null,
    name: underWay?.name ?? null,
    ...outcome,
    cancel: () => ending.current?.abort(),
    dismiss: () => setOutcome(NOTHING),
    createFromSaved:
      savedFor &&
      (() => run(null, async ({ signal }) => (await ofSavedPages(savedFor, signal)) ?? NOT_SAVED)),
    async start(report, choice) {
      const companion = queries.getQueryData(companionQuery.queryKey)
      const name = companion?.offers.includes('downloads') ? randomId() : null
      const order = { report, choice, ownHosts: companion?.ownHosts ?? null }
      // With a gateway error, a request is sent all the same: the server behind the gateway may be available again.
      const ended = await run(name, (waiting) => download(order, offline && gateway === null, waiting))
      // Looks for saved pages after the alert is displayed, so that the alert does not wait for the service worker.
      if (ended.refused && (await (await extras.preload())?.hasSaved(report, choice)))
        setOutcome((now) => (now === ended ? { ...ended, savedFor: order } : now))
    },
  }
}

async function download(order: Ordered, offline: boolean, waiting: DownloadOptions): Promise<Outcome> {
  const { report, choice } = order
  if (offline) return (await ofSavedPages(order, waiting.signal)) ?? NOT_SAVED
  const result = await downloadReport(downloadRequest(report, choice), waiting)
  if (waiting.signal.aborted) return CANCELLED
  if ('file' in result) {
    saveFile(result.file, result.name)
    return { ...NOTHING, said: 'Файл скачан.' }
  }
  const { problem, silent } = result
  const saved = silent === 'network' ? await ofSavedPages(order, waiting.signal) : null
  return saved ?? { ...NOTHING, problem, refused: silent === 'server' }
}

async function ofSavedPages(
  { report, choice, ownHosts }: Ordered,
  signal: AbortSignal,
): Promise<Outcome | null> {
  const code = await extras.preload()
  const made = code ? await code.exportSaved(report, choice, ownHosts, signal) : null
  if (signal.aborted) return CANCELLED
  if (made === null) return null
  if ('problem' in made) return { ...NOTHING, problem: made.problem }
  saveFile(made.file, made.name)
  return { ...NOTHING, note: made.note }
}
