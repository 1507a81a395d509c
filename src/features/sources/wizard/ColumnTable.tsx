import { memo } from 'react'
import type { Guess, GuessedColumn } from '../../../../contract/sources/guess.ts'
import type { FileColumn } from '../../../../contract/sources/sample.ts'
import type { MappingJson } from '../../../../contract/sources/source.ts'
import { assignColumn, assignUnits } from '../mapping/assign.ts'
import { columnUse, newPlace, priceUnits, readFromColumn } from '../mapping/column-use.ts'
import { OFFER_LABELS } from '../mapping/fields.ts'
import { Scrolled } from '../TyreTable.tsx'
import { ColumnChoice, surenessOf } from './ColumnChoice.tsx'

interface ColumnTableProps {
  mapping: MappingJson
  columns: readonly FileColumn[]
  /** first records; each has one value per column */
  records: readonly (readonly (string | null)[])[]
  /** columns as guessed; [] without a guess */
  guessed: readonly GuessedColumn[]
  /** why price columns have their meaning */
  evidence: NonNullable<Guess['evidence']>
  onChange(mapping: MappingJson): void
}

/** Table of a file's first records, with a dropdown for each column's use above it. */
export function ColumnTable({ mapping, columns, records, guessed, evidence, onChange }: ColumnTableProps) {
  const names = columns.map(({ name }) => name)
  const tints = columns.map(({ name }) => tintOf(mapping, name)).join()
  const byName = new Map(guessed.map((column) => [column.name, column]))
  return (
    <Scrolled label="Колонки файла" className="column-table-box">
      <table className="column-table" aria-label="Колонки файла">
        <thead>
          <tr>
            {columns.map(({ name, examples }) => {
              const use = columnUse(mapping, name)
              const parts = readFromColumn(mapping, name)
              return (
                <th key={name} scope="col" data-tint={tintOf(mapping, name)}>
                  <ColumnChoice
                    parts={parts}
                    column={name}
                    examples={examples}
                    because={evidence.find(({ column }) => column === name)?.because}
                    use={use}
                    sureness={surenessOf(byName.get(name), use, parts)}
                    place={newPlace(mapping, name, byName.get(name)?.takenFor?.city)}
                    units={priceUnits(mapping, name)}
                    onUnits={(units) => onChange(assignUnits(mapping, name, units))}
                    onChange={(chosen) => onChange(assignColumn(mapping, name, chosen, names))}
                  />
                </th>
              )
            })}
          </tr>
        </thead>
        <Records columns={columns} records={records} tints={tints} />
      </table>
    </Scrolled>
  )
}

/** Returns the colour of a column's use: its kind of value, 'tyre', or 'ignored'. */
function tintOf(mapping: MappingJson, column: string): string {
  const use = columnUse(mapping, column)
  if (use === null) return readFromColumn(mapping, column).length > 0 ? 'tyre' : 'ignored'
  if (use.kind === 'currency') return 'tyre'
  const field = use.kind === 'place' ? use.holds : use.field
  return Object.hasOwn(OFFER_LABELS, field) ? field : 'tyre'
}

interface RecordsProps extends Pick<ColumnTableProps, 'columns' | 'records'> {
  /** tint of each column, joined by commas: a text, so that it is equal as long as the tints are */
  tints: string
}

const Records = memo(function Records({ columns, records, tints }: RecordsProps) {
  const tintAt = tints.split(',')
  return (
    <tbody>
      {records.map((record, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: records have no other name
        <tr key={row}>
          {columns.map(({ name }, at) => (
            <td key={name} data-tint={tintAt[at]}>
              {record[at]}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
})
