import { useState } from 'react'
import { isoToday } from '../../../../contract/lib/dates.ts'
import type { RuleHit } from '../../../../contract/rules/rule.ts'
import { CSV_TYPE } from '../../../../contract/spreadsheet/csv.ts'
import type { SheetColumn, SheetColumnKind } from '../../../../contract/spreadsheet/sheet-columns.ts'
import { checkSheetSize, SheetTooLarge } from '../../../../contract/spreadsheet/sheet-limits.ts'
import { XLSX_TYPE } from '../../../../contract/spreadsheet/xlsx-parts.ts'
import { saveFile } from '../../../data/download.ts'
import { safeFileName } from '../../../data/file-name.ts'
import { log } from '../../../data/log.ts'
import { csvWriter, xlsxWriter } from '../../../lib/spreadsheet/table-writers.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Alert } from '../../../ui/Alert.tsx'
import { changeOfHit, distanceOfHit } from '../rule-words.ts'

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

type HitFormat = 'xlsx' | 'csv'

const column = (
  label: string,
  kind: SheetColumnKind,
  cell: SheetColumn<RuleHit>['cell'],
): SheetColumn<RuleHit> => ({ group: '', label, kind, cell })

const rounded = (percent: number | null): number | null =>
  percent === null ? null : Math.round(percent * 10) / 10

const COLUMNS: readonly SheetColumn<RuleHit>[] = [
  column('Шина', 'text', ({ name }) => name),
  column('Сайт', 'text', ({ site }) => site),
  column('Город', 'text', ({ city }) => city),
  column('Было', 'price', ({ before }) => before),
  column('Стало', 'price', ({ after }) => after),
  column('Изменение, %', 'percent', (hit) => rounded(changeOfHit(hit))),
  column('Сравнили с', 'price', ({ compared }) => compared),
  column('Отличие, %', 'percent', (hit) => (hit.compared === null ? null : rounded(distanceOfHit(hit)))),
  column('Прежний сайт', 'text', ({ former }) => former),
  column('День', 'date', ({ day }) => day),
]

/**
 * Creates a file of events, in their order.
 * @throws SheetTooLarge
 */
function hitsFile(hits: readonly RuleHit[], format: HitFormat): Blob {
  const isXlsx = format === 'xlsx'
  if (isXlsx) checkSheetSize(COLUMNS.length, 1 + hits.length)
  const writer = isXlsx ? xlsxWriter(COLUMNS, false) : csvWriter(COLUMNS)
  for (const hit of hits) writer.row(hit)
  return new Blob(writer.end(), { type: isXlsx ? XLSX_TYPE : CSV_TYPE })
}
