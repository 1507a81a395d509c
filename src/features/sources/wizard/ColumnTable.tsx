import { memo } from 'react'
import type { GuessedColumn } from '../../../../contract/sources/guess.ts'
import type { FileColumn } from '../../../../contract/sources/sample.ts'
import type { MappingJson } from '../../../../contract/sources/source.ts'
import { assignColumn } from '../mapping/assign.ts'
import { columnUse, newPlace, readFromColumn } from '../mapping/column-use.ts'
import { Scrolled } from '../Scrolled.tsx'
import { ColumnChoice } from './ColumnChoice.tsx'
import { surenessOf } from './sureness.ts'

interface ColumnTableProps {
  mapping: MappingJson
  columns: readonly FileColumn[]
  /** first records; each has one value per column */
  records: readonly (readonly (string | null)[])[]
  /** columns as guessed; [] without a guess */
  guessed: readonly GuessedColumn[]
  onChange(mapping: MappingJson): void
}

/** Table of a file's first records, with a dropdown for each column's use above it. */
export function ColumnTable({ mapping, columns, records, guessed, onChange }: ColumnTableProps) {
  const names = columns.map(({ name }) => name)
  const byName = new Map(guessed.map((column) => [column.name, column]))
  return (
    <Scrolled label="Колонки файла" className="column-table-box">
      <table className="column-table" aria-label="Колонки файла">
        <thead>
          <tr>
            {names.map((name) => {
              const use = columnUse(mapping, name)
              const parts = readFromColumn(mapping, name)
              return (
                <th key={name} scope="col">
                  <ColumnChoice
                    parts={parts}
                    column={name}
                    use={use}
                    sureness={surenessOf(byName.get(name), use, parts)}
                    place={newPlace(mapping, name, byName.get(name)?.takenFor?.city)}
                    onChange={(chosen) => onChange(assignColumn(mapping, name, chosen, names))}
                  />
                </th>
              )
            })}
          </tr>
        </thead>
        <Records columns={columns} records={records} />
      </table>
    </Scrolled>
  )
}

/** Memoised, because typing in the fields above the records renders the table. */
const Records = memo(function Records({ columns, records }: Pick<ColumnTableProps, 'columns' | 'records'>) {
  return (
    <tbody>
      {records.map((record, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: records have no other name
        <tr key={row}>
          {columns.map(({ name }, at) => (
            <td key={name}>{record[at]}</td>
          ))}
        </tr>
      ))}
    </tbody>
  )
})
