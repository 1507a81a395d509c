import { Link } from 'react-router-dom'
import type { BelowRow } from '../../../../contract/recommended/below.ts'
import { cardPath } from '../../../../contract/tyre/card-path.ts'
import { formatMoment } from '../../../ui/format-moment.ts'
import { DataTable } from '../../cabinet/DataTable.tsx'
import { belowText, roubles, sinceText } from '../recommended-words.ts'

const COLUMNS = ['Шина', 'Сайт', 'РРЦ, ₽', 'Цена, ₽', 'Ниже', 'С какого дня', 'Откуда цена'] as const

/** Table of prices below the recommended ones with their proof; on a phone, each row is a card. */
export function BelowTable({ rows, day }: { rows: readonly BelowRow[]; day: string | null }) {
  return (
    <DataTable className="rrp-prices" aria-labelledby="below-prices-heading" columns={COLUMNS}>
      {rows.map((row) => (
        <tr key={`${row.tyre} ${row.site} ${row.city}`}>
          <th scope="row">
            <Link to={cardPath(row.tyre, { date: day, city: null, why: null })}>{nameOf(row)}</Link>
            {row.article !== '' && (
              <span className="block text-13 font-normal text-muted wrap-anywhere">{row.article}</span>
            )}
          </th>
          <td>
            {row.site}
            {row.own && <span className="rrp-own">наш</span>}
            {row.city !== '' && (
              <span className="block text-13 font-normal text-muted wrap-anywhere">{row.city}</span>
            )}
          </td>
          <td data-label="РРЦ, ₽">{roubles(row.recommended)}</td>
          <td data-label="Цена, ₽">
            <b>{roubles(row.price)}</b>
          </td>
          <td data-label="Ниже">
            <b className="rrp-below">{belowText(row.percent)}</b>
            <span className="block text-13 font-normal text-muted wrap-anywhere">
              на {roubles(row.recommended - row.price)} ₽
            </span>
          </td>
          <td data-label="С какого дня">{sinceText(row) || '—'}</td>
          <td>
            {row.imported_at !== null && (
              <>
                загружена <time dateTime={row.imported_at}>{formatMoment(row.imported_at)}</time>
              </>
            )}
            {row.source !== '' && (
              <span className="block text-13 font-normal text-muted wrap-anywhere">{row.source}</span>
            )}
            {/^https?:/i.test(row.page) && (
              <a
                className="rrp-link"
                href={row.page}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={`Открыть страницу на ${row.site}: ${nameOf(row)}`}
              >
                Открыть страницу
              </a>
            )}
          </td>
        </tr>
      ))}
    </DataTable>
  )
}

/** Name with the brand that it may lack. */
function nameOf({ brand, name, article }: BelowRow): string {
  if (name === '') return `${brand} ${article}`.trim()
  return name.toLowerCase().includes(brand.toLowerCase()) ? name : `${brand} ${name}`
}
