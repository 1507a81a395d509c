import type { ReactNode } from 'react'
import type { useAction } from '../../data/useAction.ts'
import { Button } from '../../ui/Button.tsx'
import { CabinetIcon } from './CabinetIcon.tsx'

interface FileButtonProps {
  children: ReactNode
  variant?: 'primary' | 'secondary'
  /** endings of the file names that are offered, as in `accept` of an input */
  accept?: string
  busy?: boolean
  /** @param files all chosen files, the first of which is `file` */
  onChoose(file: File, files: FileList): void
}

/** Button that opens the device's choice of a file. */
export function FileButton({ children, variant = 'secondary', accept, busy, onChoose }: FileButtonProps) {
  return (
    <label className={`button button-${variant} file-button relative`} data-busy={busy || undefined}>
      <CabinetIcon name="file-up" />
      {children}
      <input
        type="file"
        accept={accept}
        className="visually-hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file && target.files) onChoose(file, target.files)
          // Resets the input: choosing the same file again would otherwise trigger no event.
          target.value = ''
        }}
      />
    </label>
  )
}

const FORMATS = { xlsx: 'Excel', csv: 'CSV' } as const

interface FormatButtonsProps {
  /** state of the download, whose problem the page displays */
  action: ReturnType<typeof useAction>
  /** accessible name of a button, before that of its format */
  label: string
  variant?: 'secondary' | 'quiet'
  download(format: keyof typeof FORMATS): Promise<void>
}

/** Buttons that download a file as Excel or CSV. */
export function FormatButtons({ action, label, variant = 'secondary', download }: FormatButtonsProps) {
  return Object.entries(FORMATS).map(([format, name]) => (
    <Button
      key={format}
      variant={variant}
      blocked={action.busy}
      aria-label={`${label}: ${name}`}
      onClick={() => void action.run(() => download(format as keyof typeof FORMATS))}
    >
      <CabinetIcon name="download" />
      {name}
    </Button>
  ))
}

interface ImportReportProps {
  words: string
  /** lines that were not accepted */
  problems: readonly { line: number; text: string }[]
  /** accessible name of the list of problems */
  label?: string
  children?: ReactNode
}

/** Result of an imported file. */
export function ImportReport({ words, problems, label, children }: ImportReportProps) {
  return (
    <div className="text-14" role="status">
      <p>{words}</p>
      {children}
      {problems.length > 0 && (
        <ol className="report-lines" aria-label={label}>
          {problems.map(({ line, text }) => (
            <li key={`${line} ${text}`} value={line}>
              {text}
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
