import { useEffect, useId, useState } from 'react'
import type {
  CountedRemark,
  ListChanges,
  RecommendedPreview,
  RecommendedScope,
  RecommendedUpload,
} from '../../../../contract/recommended/recommended.ts'
import { RECOMMENDED_CALLS } from '../../../../contract/recommended/recommended-calls.ts'
import { formatCell } from '../../../../contract/reports/format-cell.ts'
import { call } from '../../../data/send-call.ts'
import { useAction } from '../../../data/useAction.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Choice } from '../../../ui/Choice.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { SelectField } from '../../../ui/Field.tsx'
import { PRICES } from '../../../ui/nouns.ts'
import { countText } from '../../../ui/plural.ts'
import { CellNote } from '../../cabinet/DataTable.tsx'
import { useLaterFocus } from '../../cabinet/useLaterFocus.ts'
import { roubles } from '../recommended-prices.ts'

interface UploadPreviewProps {
  file: File
  /** called with a message once the file was accepted */
  onDone(words: string): void
  onClose(): void
}

const numberText = (count: number): string => count.toLocaleString('ru-RU')

/** A read file: what it has and what it would change, to be accepted or not (specification 26.4). */
export function UploadPreview({ file, onDone, onClose }: UploadPreviewProps) {
  const reading = useAction({ latest: true })
  const accepting = useAction()
  const [choice, setChoice] = useState<RecommendedUpload>({})
  const [preview, setPreview] = useState<RecommendedPreview | null>(null)
  const [scope, setScope] = useState<RecommendedScope>('brands')
  const [heading, focusHeading] = useLaterFocus<HTMLHeadingElement>()
  const { run } = reading
  useEffect(() => {
    void run(async (signal) => setPreview(await call(RECOMMENDED_CALLS.preview, { ...choice, file }, signal)))
  }, [run, file, choice])
  useEffect(focusHeading, [focusHeading])
  const accept = () =>
    accepting.run(async (signal) => {
      const base = preview?.base ?? 0
      await call(RECOMMENDED_CALLS.accept, { ...choice, file, name: file.name, scope, base }, signal)
      onDone(`Список из файла «${file.name}» принят.`)
    })
  const isReady = preview !== null && preview.missing.length === 0 && preview.prices > 0
  return (
    <section className="panel rrp-preview" aria-labelledby="rrp-preview-heading" aria-busy={reading.busy}>
      <h2 id="rrp-preview-heading" ref={heading} tabIndex={-1}>
        {file.name}
      </h2>
      {!preview && reading.busy && (
        <p role="status" className="panel-words">
          Читаем файл...
        </p>
      )}
      {reading.problem !== null && (
        <Alert action={<Button onClick={() => setChoice({ ...choice })}>Повторить</Button>}>
          {reading.problem}
        </Alert>
      )}
      {preview && (
        <>
          <FileColumns
            preview={preview}
            onChoose={(field, name) => setChoice({ ...choice, [field]: name })}
          />
          {preview.missing.length > 0 && (
            <Alert tone="warning">
              {preview.missing.includes('article')
                ? 'Выберите колонку с артикулом.'
                : 'Выберите колонку с ценой.'}
            </Alert>
          )}
          {preview.missing.length === 0 && <PreviewContent preview={preview} />}
          {isReady && <ScopeChoice preview={preview} scope={scope} onChange={setScope} />}
        </>
      )}
      {accepting.problem !== null && (
        <Alert
          onDismiss={accepting.dismiss}
          action={<Button onClick={() => setChoice({ ...choice })}>Посмотреть ещё раз</Button>}
        >
          {accepting.problem}
        </Alert>
      )}
      <div className="panel-actions">
        {isReady && (
          <Button variant="primary" blocked={reading.busy || accepting.busy} onClick={() => void accept()}>
            {accepting.busy ? 'Принимаем...' : 'Принять список'}
          </Button>
        )}
        <Button onClick={onClose}>Отменить</Button>
      </div>
    </section>
  )
}

function PreviewContent({ preview }: { preview: RecommendedPreview }) {
  const { prices, brands, matched, tyres, first, unmatched, warnings, skipped } = preview
  if (prices === 0)
    return (
      <>
        <Alert tone="warning">Ни одной цены прочитать не удалось. Проверьте колонки.</Alert>
        <Remarks title="Строки, которые пропущены" remarks={skipped} />
      </>
    )
  return (
    <>
      <Facts
        className="flex flex-wrap gap-8-24 text-17 font-semibold"
        facts={[
          ['Прочитано', countText(prices, PRICES)],
          ['Брендов', numberText(brands)],
          ['Нашлись в каталоге', `${numberText(matched)} из ${numberText(prices)}`],
          ['Шин с РРЦ', numberText(tyres)],
        ]}
      />
      <Remarks title="Проверьте" remarks={warnings} open />
      <Remarks title="Строки, которые пропущены" remarks={skipped} />
      {unmatched.length > 0 && (
        <details className="disclosure">
          <summary>Нет в каталоге: {numberText(prices - matched)}</summary>
          <p className="text-13 font-normal text-muted">
            Ни один сайт не продаёт шину с таким артикулом и брендом. Цены сохранятся и начнут действовать,
            когда она появится.
          </p>
          <RowList rows={unmatched} />
        </details>
      )}
      <details className="disclosure">
        <summary>Первые строки</summary>
        <RowList rows={first} />
      </details>
    </>
  )
}

function RowList({ rows }: { rows: RecommendedPreview['first'] }) {
  return (
    <ul className="rrp-rows grid gap-4 text-14">
      {rows.map(({ article, brand, price, from }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file may repeat and never move
        <li key={at}>
          <span>
            {brand} {article}
          </span>
          <span>
            {roubles(price)} ₽{from !== '' && ` с ${from.split('-').reverse().join('.')}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Remarks({
  title,
  remarks,
  open,
}: {
  title: string
  remarks: readonly CountedRemark[]
  open?: boolean
}) {
  if (remarks.length === 0) return null
  const count = remarks.reduce((sum, remark) => sum + remark.count, 0)
  return (
    <details className="disclosure" open={open}>
      <summary>
        {title}: {numberText(count)}
      </summary>
      <ul className="rrp-remarks grid gap-4 text-14">
        {remarks.map((remark) => (
          <li key={remark.text}>
            {remark.text}: {numberText(remark.count)}
            <CellNote>{remark.examples.join('; ')}</CellNote>
          </li>
        ))}
      </ul>
    </details>
  )
}

interface ScopeChoiceProps {
  preview: RecommendedPreview
  scope: RecommendedScope
  onChange(scope: RecommendedScope): void
}

function ScopeChoice({ preview: { changes, base, brands }, scope, onChange }: ScopeChoiceProps) {
  const id = useId()
  return (
    <div className="grid gap-8">
      {base > 0 && (
        <Choice
          label="Что заменить"
          options={[
            {
              value: 'brands',
              name: brands === 1 ? 'Заменить цены бренда из файла' : 'Заменить цены брендов из файла',
            },
            { value: 'all', name: 'Заменить весь список' },
          ]}
          value={scope}
          onChange={onChange}
        />
      )}
      <p id={id} role="status" className="text-15">
        {changesText(changes[scope])}
      </p>
    </div>
  )
}

/** Formats 'Новых 12, изменится 5, исчезнет 3, без изменений 80. Больше всего: Arktika A1 5 000 → 5 500 (+10,0 %).' */
function changesText({ added, changed, removed, same, largest }: ListChanges): string {
  const counts = `Новых ${numberText(added)}, изменится ${numberText(changed)}, исчезнет ${numberText(removed)}, без изменений ${numberText(same)}.`
  if (!largest) return counts
  const { brand, article, before, after, percent } = largest
  return `${counts} Больше всего: ${`${brand} ${article}`.trim()} ${roubles(before)} → ${roubles(after)} ₽ (${formatCell(percent, 'percent')} %).`
}

type Field = keyof RecommendedPreview['chosen']

interface ColumnFieldsProps {
  preview: RecommendedPreview
  /** @param name column of the field; '' for none */
  onChoose(field: Field, name: string): void
}

const FIELDS: readonly { field: Field; label: string; none: string }[] = [
  { field: 'article', label: 'Артикул', none: 'выберите' },
  { field: 'price', label: 'РРЦ', none: 'выберите' },
  { field: 'brand', label: 'Бренд', none: 'нет в файле' },
  { field: 'from', label: 'Действует с', none: 'нет в файле' },
]

/** Columns from which the fields are read, as guessed; a person can choose others. */
function FileColumns({ preview: { columns, chosen, brand_from: brandFrom }, onChoose }: ColumnFieldsProps) {
  return (
    <fieldset className="rrp-columns grid gap-8-12">
      <legend>Колонки файла</legend>
      {FIELDS.map(({ field, label, none }) => (
        <SelectField
          key={field}
          label={label}
          value={chosen[field] ?? ''}
          onChange={(value) => onChoose(field, value)}
          none={field === 'brand' && brandFrom !== '' ? brandFrom : none}
          options={columns.map(({ name, examples }) => ({
            value: name,
            name: examples.length > 0 ? `${name} (${examples[0]})` : name,
          }))}
        />
      ))}
    </fieldset>
  )
}
