import { useQuery } from '@tanstack/react-query'
import { formatSize } from '../../../contract/lib/format-size.ts'
import { ProgressLine } from '../../ui/ProgressLine.tsx'
import { downloadProgressQuery } from './download-progress-query.ts'

export interface DownloadStatusProps {
  /** number of bytes received */
  received: number
  /** identifies the download in progress requests; null if the server does not report progress */
  name: string | null
  onCancel(): void
  onFocusLost(): void
}

const number = new Intl.NumberFormat('ru-RU')

/**
 * Progress of a download (specification 5.8). The file's size in bytes is unknown: the server streams the file while
 * creating it.
 */
export function DownloadStatus({ received, name, ...rest }: DownloadStatusProps) {
  const { data } = useQuery(downloadProgressQuery(name))
  if (received === 0) return <ProgressLine words="Файл готовится…" total={null} {...rest} />
  const size = `Получено ${formatSize(received)}`
  if (!data?.total) return <ProgressLine words={size} total={null} {...rest} />
  const { rows, total } = data
  const words = `${size}, строк ${number.format(rows)} из ${number.format(total)}`
  return <ProgressLine words={words} done={rows} total={total} {...rest} />
}
