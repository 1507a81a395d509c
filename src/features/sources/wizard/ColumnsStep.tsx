import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AccountFinding } from '../../../../contract/sources/account.ts'
import type { Guess } from '../../../../contract/sources/guess.ts'
import { HEADING, NO_TYRE, type Sample, type SampleTyre } from '../../../../contract/sources/sample.ts'
import { useSettled } from '../../../lib/useSettled.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { countText } from '../../../ui/plural.ts'
import { LoadProblem } from '../../cabinet/LoadProblem.tsx'
import { FilePicker } from '../FilePicker.tsx'
import { FindingList, RemarkList } from '../FindingList.tsx'
import { fieldLabel } from '../mapping/fields.ts'
import { type RecordHints, sampleQuery } from '../source-queries.ts'
import { TyreTable } from '../TyreTable.tsx'
import type { UploadState } from '../useUpload.ts'
import { FirstPagesNote } from './address/ApiFields.tsx'
import { ColumnTable } from './ColumnTable.tsx'
import type { WizardDraft } from './draft.ts'
import { FileWords } from './FileWords.tsx'
import { KINDS } from './kinds/kind-modules.tsx'
import { MappingText } from './MappingText.tsx'
import { OpenQuestions } from './OpenQuestions.tsx'
import { OtherFields } from './OtherFields.tsx'
import { fieldOfTarget, focusTarget } from './remedy-target.ts'

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
  /** finding with which the wizard was opened; null for none */
  finding: AccountFinding | null
  /** control that gets the focus as soon as it is rendered; null for none */
  target: string | null
  onTarget(): void
}

/** Delay in ms after the last change of the mapping before the sample is fetched. */
const PAUSE = 400

/** Second step of the wizard: the use of each column, and the tyres that would be imported. */
export function ColumnsStep(props: ColumnsStepProps) {
  const { draft, change, upload, busy, problem, onDismiss, onGuess, finding, target, onTarget } = props
  const { file, guess, mapping } = draft
  const { ColumnsNote } = KINDS[draft.kind]
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
  useEffect(() => {
    if (target !== null && focusTarget(target)) onTarget()
  })
  const waiting = settled !== mapping || isPlaceholderData || isFetching
  return (
    <>
      {ColumnsNote && <ColumnsNote draft={draft} change={change} />}
      <FirstPagesNote draft={draft} />
      {finding && (
        <RemedyNotice {...{ finding, busy, upload }} hasFile={file !== null} isChanged={draft.changed} />
      )}
      {file ? (
        <FileWords {...{ draft, guess, busy, change, onGuess }} />
      ) : finding ? null : (
        <p className="panel-words">
          Чтобы видеть записи, выберите файл прайс-листа. Без него можно править описание в JSON.
        </p>
      )}
      {problem !== null && <Alert onDismiss={onDismiss}>{problem}</Alert>}
      {guess && shown === guess && <OpenQuestions {...{ guess, mapping }} onChange={changeMapping} />}
      {columns.length > 0 && (
        <>
          <p className="panel-words">
            Так файл выглядит в таблице. Понятые колонки цветные, серые не читаются. Если колонка понята
            неверно, выберите над ней другое: ниже сразу видно, какими загрузятся шины.
          </p>
          <ColumnTable
            mapping={mapping}
            columns={columns}
            records={shown?.records ?? []}
            guessed={guess?.columns ?? []}
            evidence={guess?.evidence ?? []}
            onChange={changeMapping}
          />
        </>
      )}
      {(columns.length > 0 || file === null) && (
        <OtherFields
          mapping={mapping}
          columns={names}
          guess={guess}
          asked={fieldOfTarget(target)}
          onChange={changeMapping}
        />
      )}
      {file && (
        <section className="grid gap-12 min-w-0" aria-label="Шины, какими они загрузятся" aria-busy={waiting}>
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
      <details className="disclosure min-w-0">
        <summary>Для знатоков: описание в JSON</summary>
        <MappingText mapping={mapping} mistakes={mistakes} onChange={changeMapping} />
      </details>
      {(file || !finding) && (
        <div className="grid gap-12 min-w-0">
          <h2>{file ? 'Проверить на другом файле' : 'Показать файл'}</h2>
          <p className="panel-words">
            {file
              ? 'Например, на вчерашнем или на файле другого города: колонки останутся, какими вы их выбрали.'
              : 'К нему применится сохранённое описание.'}
          </p>
          <FilePicker upload={upload} label={file ? 'Выбрать другой файл' : 'Выбрать файл'} />
        </div>
      )}
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

/** Returns the columns and records to display, preferably the guess's, which inspects more records. */
function recordsOf(
  { file, guess, guessed }: WizardDraft,
  sample: Sample | undefined,
): Guess | Sample | undefined {
  if (guess === null || file?.file !== guessed) return sample
  const known = new Set(guess.columns.map(({ name }) => name))
  return sample?.columns.every(({ name }) => known.has(name)) === false ? sample : guess
}

function mistakeWords(path: string, message: string): string {
  const field = /^(?:offers\.)?fields\.([^.]+)/.exec(path)?.[1]
  return field !== undefined
    ? `${fieldLabel(field)}: ${message}`
    : path === '' || path === 'fields'
      ? message
      : `${path}: ${message}`
}

interface RemedyNoticeProps {
  finding: AccountFinding
  hasFile: boolean
  /** whether the person has changed the description since */
  isChanged: boolean
  /** whether the file is being opened */
  busy: boolean
  upload: UploadState
}

/** Finding with which the wizard was opened, above the columns that answer it. */
function RemedyNotice({ finding, hasFile, isChanged, busy, upload }: RemedyNoticeProps) {
  return (
    <section className="grid gap-10" aria-label="Что исправить">
      <FindingList findings={[finding]} />
      <p className="panel-words" role="status">
        {isChanged && 'Описание изменено. Исправлено ли это, покажет шаг «Проверка».'}
      </p>
      {!hasFile && busy && <Loading text="Открываем прайс-лист этой загрузки..." />}
      {!hasFile && !busy && (
        <>
          <p className="panel-words">
            Файла этой загрузки здесь нет. Чтобы исправить описание по записям, выберите его или новый
            прайс-лист.
          </p>
          <FilePicker upload={upload} label="Выбрать файл" />
        </>
      )}
    </section>
  )
}
