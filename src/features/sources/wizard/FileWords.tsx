import { useId } from 'react'
import { isObject, type JsonObject, member } from '../../../../contract/legacy/values.ts'
import {
  type AccountContainer,
  CONTAINER_TEXTS,
  WHY_UNREADABLE,
} from '../../../../contract/sources/account.ts'
import type { Guess } from '../../../../contract/sources/guess.ts'
import type { MappingJson } from '../../../../contract/sources/source.ts'
import { Button } from '../../../ui/Button.tsx'
import { FieldSet, SelectField, TextField } from '../../../ui/Field.tsx'
import { countText } from '../../../ui/plural.ts'
import { withMember } from '../mapping/column-use.ts'
import type { RecordHints } from '../source-queries.ts'
import { formatLabel } from '../texts.ts'
import type { WizardDraft } from './draft.ts'
import { CHOSEN_KINDS, type ChosenKind, CONTAINERS, TARGET } from './remedy-target.ts'

interface FileWordsProps {
  draft: WizardDraft
  guess: Guess | null
  busy: boolean
  change(part: Partial<WizardDraft>): void
  onGuess(hints: RecordHints): void
}

/** Option value for all sheets; no sheet can have this name. */
const ALL_SHEETS = '*'

const isSheet = (sheet: unknown): sheet is string | number =>
  typeof sheet === 'string' || typeof sheet === 'number'

/** Facts about the file, and fields for the location of its records. */
export function FileWords({ draft, guess, busy, change, onGuess }: FileWordsProps) {
  const { file, mapping, containers } = draft
  const records = member(mapping, 'records')
  const { sheet, sheets, header, file: ofArchive } = isObject(records) ? records : {}
  const table = guess !== null && ['csv', 'xlsx', 'xls'].includes(guess.format)
  const own: RecordHints = {
    ...(isSheet(sheet) ? { sheet } : {}),
    ...(sheets === '*' ? { sheets } : {}),
    ...(Array.isArray(sheets) ? { sheets: sheets.filter(isSheet) } : {}),
    ...(typeof header === 'number' ? { header } : {}),
    ...(typeof ofArchive === 'string' ? { file: ofArchive } : {}),
  }
  const known = guess && [
    formatLabel(guess.format),
    guess.encoding,
    guess.delimiter !== '' && `разделитель «${guess.delimiter === '\t' ? 'табуляция' : guess.delimiter}»`,
  ]
  return (
    <div className="file-words grid gap-8">
      <p>
        <strong className="file-name">{file?.name}</strong>
        {known && <span className="field-hint"> {known.filter(Boolean).join(', ')}</span>}
      </p>
      {guess && guess.notes.length > 0 && <p className="field-hint">{guess.notes.join('. ')}.</p>}
      <ContainerChoice {...{ draft, busy, change, onGuess }} />
      {guess && guess.sheets.length > 1 && !containers.some(({ kind }) => kind === 'sheet') && (
        <SelectField
          label="Лист книги"
          disabled={busy}
          value={
            sheets !== undefined
              ? ALL_SHEETS
              : typeof sheet === 'number'
                ? guess.sheets[sheet - 1]
                : ((sheet as string | undefined) ?? guess.sheets[0])
          }
          onChange={(value) => onGuess(value === ALL_SHEETS ? { sheets: ALL_SHEETS } : { sheet: value })}
        >
          <option value={ALL_SHEETS}>Все листы с одинаковыми колонками</option>
          {guess.sheets.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      )}
      {table && (
        <form
          className="header-row flex flex-wrap items-end gap-8"
          onSubmit={(event) => {
            event.preventDefault()
            const row = Number(new FormData(event.currentTarget).get('header'))
            onGuess({ ...own, header: row })
          }}
        >
          <TextField
            label="Строка с названиями колонок"
            key={String(header)}
            name="header"
            type="number"
            min={0}
            max={1000}
            required
            defaultValue={typeof header === 'number' ? header : 1}
          />
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

/** Members of the mapping's `records` that name a container, or several. */
const MEMBERS = {
  sheet: { one: 'sheet', several: 'sheets' },
  array: { one: 'path', several: 'path' },
  file: { one: 'file', several: null },
  element: { one: 'element', several: null },
} as const satisfies Record<ChosenKind, { one: keyof RecordHints; several: keyof RecordHints | null }>

interface ContainerChoiceProps {
  draft: Pick<WizardDraft, 'containers' | 'mapping'>
  busy: boolean
  change(part: Partial<WizardDraft>): void
  /** requests another guess, for a container that may have other columns */
  onGuess(hints: RecordHints): void
}

/** Choice of the sheets, arrays, file or elements that are read, as the last trial has found them. */
function ContainerChoice({ draft: { containers, mapping }, busy, change, onGuess }: ContainerChoiceProps) {
  const id = useId()
  const choose = (kind: ChosenKind, names: readonly string[]) => {
    const [only] = names
    if (only === undefined) return
    const chosen = containers.map((one) =>
      one.kind === kind ? { ...one, isRead: names.includes(one.name) } : one,
    )
    change({ containers: chosen })
    if (names.length === 1) onGuess({ [MEMBERS[kind].one]: only })
    else change({ mapping: withSeveral(mapping, kind, names) })
  }
  return CHOSEN_KINDS.map((kind) => {
    const all = containers.filter((one) => one.kind === kind && !isUnreadable(one))
    if (all.length < 2) return null
    return (
      <form
        key={kind}
        className="container-choice grid justify-items-start gap-8 min-w-0"
        onSubmit={(event) => {
          event.preventDefault()
          choose(kind, new FormData(event.currentTarget).getAll(kind).map(String))
        }}
      >
        <FieldSet label={`${CONTAINER_TEXTS[kind][1]}: что читать`}>
          {all.map((container, at) => {
            const name = `${id}-${kind}-${at}`
            return (
              <div key={container.name} className="check">
                <input
                  id={name}
                  type={MEMBERS[kind].several === null ? 'radio' : 'checkbox'}
                  name={kind}
                  value={container.name}
                  defaultChecked={container.isRead}
                  aria-describedby={`${name}-hint`}
                  {...(at === 0 ? { [TARGET]: CONTAINERS } : {})}
                />
                <label htmlFor={name}>{container.name || 'весь документ'}</label>
                <span id={`${name}-hint`} className="field-hint">
                  {hintOf(container)}
                </span>
              </div>
            )
          })}
        </FieldSet>
        <Button type="submit" blocked={busy}>
          {busy ? 'Разбираем...' : 'Читать выбранное'}
        </Button>
      </form>
    )
  })
}

const isUnreadable = ({ why }: AccountContainer): boolean =>
  Object.values<string>(WHY_UNREADABLE).includes(why)

const hintOf = ({ records, isRead, why }: AccountContainer): string =>
  [records !== null && countText(records, ['запись', 'записи', 'записей']), !isRead && why]
    .filter(Boolean)
    .join(', ')

/** Returns the mapping with several containers; its columns stay as the person has chosen them. */
function withSeveral(mapping: MappingJson, kind: ChosenKind, names: readonly string[]): JsonObject {
  const { one, several } = MEMBERS[kind]
  const former = member(mapping, 'records')
  const records = withMember(isObject(former) ? former : {}, one, undefined)
  return withMember(mapping, 'records', withMember(records, several ?? one, names))
}
