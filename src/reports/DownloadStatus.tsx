import { formatSize } from '../ui/format-size.ts'
import { ProgressLine } from '../ui/ProgressLine.tsx'

interface DownloadStatusProps {
  /** bytes so far */
  received: number
  onCancel(): void
  onFocusLost(): void
}

/** How much of a file has come (specification 5.8). Its size is not known before its end: it is made as it is sent. */
export default function DownloadStatus({ received, ...rest }: DownloadStatusProps) {
  const words = received === 0 ? 'Файл готовится…' : `Получено ${formatSize(received)}`
  return <ProgressLine words={words} total={null} {...rest} />
}
