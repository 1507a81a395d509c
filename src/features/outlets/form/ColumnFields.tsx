import { LONGEST_COLUMN_NAME } from '../../../../contract/outlets/outlet.ts'
import { FieldSet } from '../../../ui/Field.tsx'
import { MoveButton } from '../../../ui/MoveButton.tsx'
import { COLUMN_NAMES } from '../outlet-words.ts'
import { columnsOf, type DraftColumn, isNeeded, type OutletDraft } from './draft.ts'

interface ColumnFieldsProps {
  draft: OutletDraft
  onChange(columns: readonly DraftColumn[]): void
}

/** Fields that select, name and order the columns. The XML formats have names and an order of their own. */
export function ColumnFields({ draft, onChange }: ColumnFieldsProps) {
  const { columns, isNamed } = columnsOf(draft)
  const change = (id: DraftColumn['id'], part: Partial<DraftColumn>) =>
    onChange(draft.columns.map((column) => (column.id === id ? { ...column, ...part } : column)))
  const move = (index: number, step: 1 | -1) => {
    const column = columns[index]
    if (column) onChange(columns.toSpliced(index, 1).toSpliced(index + step, 0, column))
  }
  return (
    <FieldSet className="outlet-columns" label={isNamed ? 'Столбцы и их названия' : 'Что есть в файле'}>
      <ul>
        {columns.map(({ id, name, wanted }, index) => (
          <li key={id} data-named={isNamed || undefined}>
            <label>
              <input
                type="checkbox"
                aria-label={isNamed ? `Столбец «${COLUMN_NAMES[id]}»` : undefined}
                checked={wanted || isNeeded(id, draft)}
                // Focusable although fixed: a file without it would be of no use.
                aria-disabled={isNeeded(id, draft) || undefined}
                onChange={({ target }) => !isNeeded(id, draft) && change(id, { wanted: target.checked })}
              />
              {!isNamed && COLUMN_NAMES[id]}
            </label>
            {isNamed && (
              <>
                <input
                  className="input"
                  aria-label={`Название столбца «${COLUMN_NAMES[id]}» в файле`}
                  maxLength={LONGEST_COLUMN_NAME}
                  value={name}
                  onChange={({ target }) => change(id, { name: target.value })}
                />
                <MoveButton name={COLUMN_NAMES[id]} up blocked={index === 0} onMove={() => move(index, -1)} />
                <MoveButton
                  name={COLUMN_NAMES[id]}
                  blocked={index === columns.length - 1}
                  onMove={() => move(index, 1)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
    </FieldSet>
  )
}
