import type { ReactNode } from 'react'
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
