import { MAPPED_PRICES } from '../../../contract/offers/offer-values.ts'
import { ImportError } from '../errors.ts'
import { arePricesByLocation, type Mapping, type SourcesValue } from '../mapping.ts'
import type { Columns } from '../readers/columns.ts'

/**
 * Checks that a table's header has the columns that every offer needs; without the check, every row would be rejected.
 * @throws ImportError
 */
export function checkHeader({ fields, offers = {} }: Mapping, columns: Columns): void {
  const needed = [
    { what: 'артикула или названия', sources: [fields.article, fields.name] },
    { what: 'цены', sources: MAPPED_PRICES.map((name) => fields[name]) },
  ]
  for (const { what, sources } of needed) {
    const names = sources.flatMap(columnNames)
    if (what === 'цены' && arePricesByLocation(offers)) continue
    if (names.length === 0 || names.some((name) => name.startsWith('$') || columns.has(name))) continue
    const found = columns.names.slice(0, 30).join(', ')
    throw new ImportError(
      `В таблице нет колонки ${what} (${names.join(', ')}). Колонки файла: ${found}. Верно ли указано описание?`,
    )
  }
}

/** Returns the columns that the sources read; '$' for a constant, which needs no column. */
function columnNames(sources: SourcesValue | undefined): string[] {
  return [sources ?? []].flat().flatMap((source) => {
    if (typeof source === 'string') return [source]
    if ('join' in source) return columnNames(source.join)
    return 'from' in source ? [source.from] : ['$']
  })
}
