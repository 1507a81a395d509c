import { useState } from 'react'
import { isoToday } from '../../../../contract/lib/dates.ts'
import type { RuleHit } from '../../../../contract/rules/rule.ts'
import { SheetTooLarge } from '../../../../contract/spreadsheet/sheet-limits.ts'
import { saveFile } from '../../../data/download.ts'
import { safeFileName } from '../../../data/file-name.ts'
import { log } from '../../../data/log.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Alert } from '../../../ui/Alert.tsx'
import { type HitFormat, hitsFile } from './hits-file.ts'

const FORMATS: readonly { label: string; format: HitFormat }[] = [
  { label: 'Excel (XLSX)', format: 'xlsx' },
  { label: 'Текст (CSV)', format: 'csv' },
]

/** Menu that downloads events as a file. */
export function DownloadHits({ hits, name }: { hits: readonly RuleHit[]; name: string }) {
  const [problem, setProblem] = useState<string | null>(null)
  if (hits.length === 0) return null
  const download = (format: HitFormat) => {
    setProblem(null)
    try {
      saveFile(hitsFile(hits, format), safeFileName(`${name} ${isoToday()}.${format}`))
    } catch (error) {
      log(`Events of a rule not written: ${String(error)}`)
      setProblem(
        error instanceof SheetTooLarge
          ? error.message
          : 'Не удалось собрать файл: браузеру не хватило памяти.',
      )
    }
  }
  return (
    <>
      <ActionMenu
        label="Скачать"
        title="Скачать как XLSX или CSV"
        look="button button-primary"
        icon="Скачать"
        actions={FORMATS}
        onChoose={({ format }) => download(format)}
      />
      {problem !== null && <Alert onDismiss={() => setProblem(null)}>{problem}</Alert>}
    </>
  )
}
