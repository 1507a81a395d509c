import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { isObject, member } from '../../../../contract/legacy/values.ts'
import type { Guess } from '../../../../contract/sources/guess.ts'
import { HEADING, NO_TYRE, type Sample, type SampleTyre } from '../../../../contract/sources/sample.ts'
import { useSettled } from '../../../lib/useSettled.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { countText } from '../../../ui/plural.ts'
import { LoadProblem } from '../../cabinet/LoadProblem.tsx'
import { FilePicker } from '../FilePicker.tsx'
import { fieldLabel } from '../mapping/fields.ts'
import { RemarkList } from '../RemarkList.tsx'
import { type RecordHints, sampleQuery } from '../source-calls.ts'
import { TyreTable } from '../TyreTable.tsx'
import { formatLabel } from '../texts.ts'
import type { UploadState } from '../useUpload.ts'
import { FirstPagesNote } from './api/ApiFields.tsx'
import { ColumnTable } from './ColumnTable.tsx'
import type { WizardDraft } from './draft.ts'
import { MappingText } from './MappingText.tsx'
import { LetterSummary } from './mail/LetterSummary.tsx'
import { OtherFields } from './OtherFields.tsx'

interface ColumnsStepProps {
  draft: WizardDraft
  change(part: Partial<WizardDraft>): void
  /** uploads another file, to which the same mapping is applied */
  upload: UploadState
  busy: boolean
  problem: string | null
  onDismiss(): void
  /** requests another guess with the location of the records that the person has chosen */
  onGuess(hints: RecordHints): void
}

/** Delay in ms after the last change of the mapping before the sample is fetched. */
const PAUSE = 400

/** Second step of the wizard: the use of each column, and the tyres that would be imported. */
export function ColumnsStep({ draft, change, upload, busy, problem, onDismiss, onGuess }: ColumnsStepProps) {
  const { file, guess, mapping } = draft
  const settled = useSettled(mapping, PAUSE)
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...sampleQuery(file?.file ?? '', settled),
    enabled: file !== null,
    // The former sample stays displayed until the next one has loaded.
    placeholderData: (before) => before,
  })
  const sample = file === null ? undefined : data
  const read = useLastRead(file?.file, isPlaceholderData ? undefined : sample)
  const shown = recordsOf(draft, read)
  const columns = shown?.columns ?? []
  const names = columns.map(({ name }) => name)
  const changeMapping = (next: typeof mapping) => change({ mapping: next })
  const mistakes = isPlaceholderData ? [] : (sample?.mistakes ?? [])
  const waiting = settled !== mapping || isPlaceholderData || isFetching
  return (
    <>
      {draft.kind === 'mail' && <LetterSummary draft={draft} change={change} />}
      <FirstPagesNote draft={draft} />
      {file ? (
        <FileWords draft={draft} guess={guess} busy={busy} onGuess={onGuess} />
      ) : (
        <p className="panel-words">
          Чтобы видеть записи, выберите файл прайс-листа. Без него можно править описание в JSON.
        </p>
      )}
      {problem !== null && <Alert onDismiss={onDismiss}>{problem}</Alert>}
      {guess && guess.missing.length > 0 && guess.mapping === mapping && (
        <div className="alert alert-warning" role="alert">
          <div className="alert-text">
            <strong>Осталось выбрать:</strong>
            <ul>
              {guess.missing.map((what) => (
                <li key={what}>{what}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
      {columns.length > 0 && (
        <>
          <p className="panel-words">
            Проверьте, что каждая колонка понята верно. Если нет, выберите над ней другое. Ниже сразу видно,
            какими загрузятся шины.
          </p>
          <ColumnTable
            mapping={mapping}
            columns={columns}
            records={shown?.records ?? []}
            guessed={guess?.columns ?? []}
            onChange={changeMapping}
          />
        </>
      )}
      {(columns.length > 0 || file === null) && (
        <OtherFields mapping={mapping} columns={names} guess={guess} onChange={changeMapping} />
      )}
      {file && (
        <section className="live" aria-label="Шины, какими они загрузятся" aria-busy={waiting}>
          <h2>
            Шины, какими они загрузятся
            <span className="field-hint" role="status">
              {waiting ? ' Обновляем...' : ''}
            </span>
          </h2>
          {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
          {sample?.error && <Alert>{sample.error}</Alert>}
          {mistakes.length > 0 && (
            <div className="alert alert-warning">
              <ul className="alert-text">
                {mistakes.map(({ path, message }) => (
                  <li key={`${path} ${message}`}>{mistakeWords(path, message)}</li>
                ))}
              </ul>
            </div>
          )}
          {sample && <LostWarning tyres={sample.tyres} />}
          {sample && <RemarkList remarks={sample.remarks} numbered={sample.numbered} />}
          {sample && sample.tyres.length > 0 && (
            <TyreTable tyres={sample.tyres} label="Шины, какими они загрузятся" numbered={sample.numbered} />
          )}
        </section>
      )}
      <details className="advanced">
        <summary>Для знатоков: описание в JSON</summary>
        <MappingText mapping={mapping} mistakes={mistakes} onChange={changeMapping} />
      </details>
      <div className="other-file">
        <h2>{file ? 'Проверить на другом файле' : 'Показать файл'}</h2>
        <p className="panel-words">
          {file
            ? 'Например, на вчерашнем или на файле другого города: колонки останутся, какими вы их выбрали.'
            : 'К нему применится сохранённое описание.'}
        </p>
        <FilePicker upload={upload} label={file ? 'Выбрать другой файл' : 'Выбрать файл'} />
      </div>
    </>
  )
}

/** Warning if more than half of the tyres would be rejected: a column is then probably used for the wrong field. */
function LostWarning({ tyres }: { tyres: readonly SampleTyre[] }) {
  const problems = tyres
    .map(({ problem }) => problem)
    .filter((problem) => problem !== HEADING && problem !== NO_TYRE)
  const lost = problems.filter((problem) => problem !== null)
  if (lost.length * 2 <= problems.length) return null
  const times = (problem: string) => lost.filter((one) => one === problem).length
  const [commonest] = [...new Set(lost)].sort((a, b) => times(b) - times(a))
  return (
    <Alert tone="warning">
      Из первых {countText(problems.length, ['шины', 'шин', 'шин'])} не загрузится {lost.length}. Чаще всего:{' '}
      {commonest}. Проверьте, верно ли поняты колонки.
    </Alert>
  )
}

/**
 * Returns the last sample that contains the file's columns. The sample for an invalid mapping contains none, and
 * without the columns nobody could correct the mapping.
 */
function useLastRead(file: string | undefined, sample: Sample | undefined): Sample | undefined {
  const [last, setLast] = useState<{ file: string | undefined; sample: Sample }>()
  const fits = sample !== undefined && sample.columns.length > 0
  useEffect(() => {
    if (fits) setLast({ file, sample })
  }, [fits, file, sample])
  if (fits) return sample
  return last?.file === file ? last?.sample : undefined
}

/**
 * Returns the columns and records to display. Those of the guess are preferred, because it inspects more records than a
 * sample.
 */
function recordsOf(
  { file, guess, guessed }: WizardDraft,
  sample: Sample | undefined,
): Guess | Sample | undefined {
  if (guess === null || file?.file !== guessed) return sample
  const known = new Set(guess.columns.map(({ name }) => name))
  return sample?.columns.every(({ name }) => known.has(name)) === false ? sample : guess
}

/** Returns a mistake's text with the label of its field. */
function mistakeWords(path: string, message: string): string {
  const field = /^(?:offers\.)?fields\.([^.]+)/.exec(path)?.[1]
  return field !== undefined
    ? `${fieldLabel(field)}: ${message}`
    : path === ''
      ? message
      : `${path}: ${message}`
}

interface FileWordsProps {
  draft: WizardDraft
  guess: Guess | null
  busy: boolean
  onGuess(hints: RecordHints): void
}

/** Option value for all sheets; no sheet can have this name. */
const ALL_SHEETS = '*'

const isSheet = (sheet: unknown): sheet is string | number =>
  typeof sheet === 'string' || typeof sheet === 'number'

/** Facts about the file, and fields for the location of its records. */
function FileWords({ draft: { file, mapping }, guess, busy, onGuess }: FileWordsProps) {
  const id = useId()
  const records = member(mapping, 'records')
  const { sheet, sheets, header } = isObject(records) ? records : {}
  const table = guess !== null && ['csv', 'xlsx', 'xls'].includes(guess.format)
  const own: RecordHints = {
    ...(isSheet(sheet) ? { sheet } : {}),
    ...(sheets === '*' ? { sheets } : {}),
    ...(Array.isArray(sheets) ? { sheets: sheets.filter(isSheet) } : {}),
    ...(typeof header === 'number' ? { header } : {}),
  }
  const known = guess && [
    formatLabel(guess.format),
    guess.encoding,
    guess.delimiter !== '' && `разделитель «${guess.delimiter === '\t' ? 'табуляция' : guess.delimiter}»`,
  ]
  return (
    <div className="file-words">
      <p>
        <strong className="file-name">{file?.name}</strong>
        {known && <span className="field-hint"> {known.filter(Boolean).join(', ')}</span>}
      </p>
      {guess && guess.notes.length > 0 && <p className="field-hint">{guess.notes.join('. ')}.</p>}
      {guess && guess.sheets.length > 1 && (
        <div className="field">
          <label className="field-label" htmlFor={`${id}-sheet`}>
            Лист книги
          </label>
          <select
            id={`${id}-sheet`}
            className="input"
            disabled={busy}
            value={
              sheets !== undefined
                ? ALL_SHEETS
                : typeof sheet === 'number'
                  ? guess.sheets[sheet - 1]
                  : ((sheet as string | undefined) ?? guess.sheets[0])
            }
            onChange={({ target: { value } }) =>
              onGuess(value === ALL_SHEETS ? { sheets: ALL_SHEETS } : { sheet: value })
            }
          >
            <option value={ALL_SHEETS}>Все листы с одинаковыми колонками</option>
            {guess.sheets.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </div>
      )}
      {table && (
        <form
          className="header-row"
          onSubmit={(event) => {
            event.preventDefault()
            const row = Number(new FormData(event.currentTarget).get('header'))
            onGuess({ ...own, header: row })
          }}
        >
          <div className="field">
            <label className="field-label" htmlFor={`${id}-header`}>
              Строка с названиями колонок
            </label>
            <input
              id={`${id}-header`}
              key={String(header)}
              className="input"
              name="header"
              type="number"
              min={0}
              max={1000}
              required
              defaultValue={typeof header === 'number' ? header : 1}
            />
          </div>
          <Button type="submit" blocked={busy}>
            {busy ? 'Разбираем...' : 'Разобрать заново'}
          </Button>
        </form>
      )}
      {guess === null && (
        <div className="panel-actions">
          <Button blocked={busy} onClick={() => onGuess({})}>
            {busy ? 'Разбираем...' : 'Подобрать колонки заново'}
          </Button>
        </div>
      )}
    </div>
  )
}
