import { useState } from 'react'
import { PAGE_CALLS } from '../../../contract/pages/page-calls.ts'
import type { PagesFileAnswer } from '../../../contract/pages/tracked-page.ts'
import { call, downloadFile } from '../../data/send-call.ts'
import { useAction } from '../../data/useAction.ts'
import { Alert } from '../../ui/Alert.tsx'
import { countText } from '../../ui/plural.ts'
import { FileButton, FormatButtons, ImportReport } from '../cabinet/FileButton.tsx'

interface ImportedPages extends PagesFileAnswer {
  name: string
}

/** All tracked pages as a file, and the import of many (specification 23.6). */
export function PagesFilesSection({ onChange }: { onChange(): void }) {
  const download = useAction()
  const upload = useAction()
  const [imported, setImported] = useState<ImportedPages | null>(null)
  const bring = (file: File) =>
    upload.run(async (signal) => {
      setImported(null)
      // New sources run in this device's time zone.
      const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions()
      setImported({ ...(await call(PAGE_CALLS.importFile, { file, zone }, signal)), name: file.name })
      onChange()
    })
  return (
    <details className="panel pages-files">
      <summary>Файл страниц</summary>
      <div className="pages-files-body grid gap-12">
        <p className="panel-words">
          Скачайте все страницы или загрузите свои, Excel или CSV. Нужны столбцы «Наш артикул» и «Адрес
          страницы»; «Город» необязателен.
        </p>
        <div className="panel-actions">
          <FormatButtons
            action={download}
            label="Скачать страницы"
            download={(format) => downloadFile(PAGE_CALLS.file, { format }, `pages.${format}`)}
          />
          <FileButton accept=".xlsx,.csv" busy={upload.busy} onChoose={(file) => void bring(file)}>
            {upload.busy ? 'Отправка...' : 'Загрузить файл'}
          </FileButton>
        </div>
        {download.problem !== null && <Alert onDismiss={download.dismiss}>{download.problem}</Alert>}
        {upload.problem !== null && <Alert onDismiss={upload.dismiss}>{upload.problem}</Alert>}
        {imported && (
          <ImportReport
            words={reportText(imported)}
            problems={imported.problems}
            label="Строки, которые не приняты"
          />
        )}
      </div>
    </details>
  )
}

/** Formats 'pages.csv: 12 строк, добавлено страниц 9, уже известно 2, не принято 1.' and what happens next. */
function reportText({ name, lines, added, known, problems }: ImportedPages): string {
  const counts = [
    countText(lines, ['строка', 'строки', 'строк']),
    `добавлено ${countText(added, ['страница', 'страницы', 'страниц'])}`,
    ...(known > 0 ? [`уже известно ${known}`] : []),
    ...(problems.length > 0 ? [`не принято ${lines - added - known}`] : []),
  ]
  const next = added > 0 ? ' Новые страницы сейчас будут прочитаны.' : ''
  return `${name}: ${counts.join(', ')}.${next}`
}
