import { isObject, member } from '../../../../contract/legacy/values.ts'
import type { Guess } from '../../../../contract/sources/guess.ts'
import { Button } from '../../../ui/Button.tsx'
import { SelectField, TextField } from '../../../ui/Field.tsx'
import type { RecordHints } from '../source-queries.ts'
import { formatLabel } from '../texts.ts'
import { ContainerChoice } from './ContainerChoice.tsx'
import type { WizardDraft } from './draft.ts'

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
