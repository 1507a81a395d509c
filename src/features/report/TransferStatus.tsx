import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { formatSize } from '../../../contract/lib/format-size.ts'
import { DOWNLOAD_PROGRESS_PATH, DownloadProgress } from '../../../contract/reports/download-progress.ts'
import { send } from '../../data/client.ts'
import { answerOf } from '../../data/companion-calls.ts'
import { Alert } from '../../ui/Alert.tsx'
import { ProgressLine } from '../../ui/ProgressLine.tsx'
import type { SaveReport } from './save-report/save-all-pages.ts'

export interface DownloadStatusProps {
  received: number
  /** identifies the download in progress requests; null if the server does not report progress */
  name: string | null
  onCancel(): void
  onFocusLost(): void
}

const number = new Intl.NumberFormat('ru-RU')

/** Progress of a download (specification 5.8). The size is unknown: the server streams the file while creating it. */
export function DownloadStatus({ received, name, ...rest }: DownloadStatusProps) {
  const { data } = useQuery(downloadProgressQuery(name))
  if (received === 0) return <ProgressLine words="Файл готовится…" total={null} {...rest} />
  const size = `Получено ${formatSize(received)}`
  if (!data?.total) return <ProgressLine words={size} total={null} {...rest} />
  const { rows, total } = data
  const words = `${size}, строк ${number.format(rows)} из ${number.format(total)}`
  return <ProgressLine words={words} done={rows} total={total} {...rest} />
}

const ASKED_EVERY_MS = 500

/** Query for the rows written to a file. @param name of the download; null without reports of progress */
const downloadProgressQuery = (name: string | null) =>
  queryOptions({
    queryKey: ['download', name],
    queryFn:
      name === null
        ? skipToken
        : async ({ signal }) =>
            answerOf(DownloadProgress, await send(`${DOWNLOAD_PROGRESS_PATH}/${name}`, { signal })),
    refetchInterval: ASKED_EVERY_MS,
    // Keeps the last known progress: `total` is 0 from other cluster processes, and after the file was sent.
    structuralSharing: (known, told) => ((told as DownloadProgress).total > 0 ? told : (known ?? told)),
    retry: false,
    gcTime: 0,
  })

export interface SaveStatusProps {
  save: SaveReport
  onFocusLost(): void
}

/** Progress, then the result, of saving a report. */
export function SaveStatus({ save, onFocusLost }: SaveStatusProps) {
  const { progress, message } = save
  if (message) {
    return (
      <Alert tone={message.tone} onDismiss={save.dismiss}>
        {message.text}
      </Alert>
    )
  }
  if (!progress) return null
  const { saved, total } = progress
  const words = `Сохранено страниц: ${saved}${total === null ? '' : ` из ${total}`}`
  return (
    <ProgressLine words={words} done={saved} total={total} onCancel={save.cancel} onFocusLost={onFocusLost} />
  )
}
