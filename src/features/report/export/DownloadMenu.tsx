import { preferences } from '../../../lib/preferences.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Icon } from '../../../ui/Icon.tsx'

const ACTIONS = [
  { label: 'Скачать эту таблицу', format: null },
  { label: 'Как на экране, Excel', format: 'xlsx' },
  { label: 'Как на экране, CSV', format: 'csv' },
  { label: 'Печать, до 2 000 строк', format: 'print' },
] as const

interface DownloadMenuProps {
  /** whether no table is displayed, which could be downloaded */
  isBlocked: boolean
  /** downloads the documents' file */
  onDocument(): void
  /** opens the dialog that downloads the displayed view */
  onView(): void
  /** prints the rows of all pages */
  onPrint(): void
}

/** Menu of the files of a report: the documents' file, then the displayed view in each format. */
export function DownloadMenu({ isBlocked, onDocument, onView, onPrint }: DownloadMenuProps) {
  return (
    <ActionMenu
      label="Скачать в другом виде"
      title="Скачать в другом виде"
      look="button button-secondary split-button-more"
      palette="как на экране печать файл xlsx excel csv рынок список столбцы"
      icon={<Icon name="chevron" />}
      actions={isBlocked ? ACTIONS.slice(0, 1) : ACTIONS}
      onChoose={({ format }) => {
        if (format === null) return onDocument()
        if (format === 'print') return onPrint()
        preferences.fileFormat.set(format)
        onView()
      }}
    />
  )
}
