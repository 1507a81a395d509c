import { Link } from 'react-router-dom'
import type { BelowAnswer, BelowRow } from '../../../../contract/recommended/below.ts'
import { cardPath } from '../../../../contract/tyre/card-path.ts'
import { formatDay, formatMoment } from '../../../ui/format-moment.ts'
import { CellNote, DataTable } from '../../cabinet/DataTable.tsx'
import { belowText, roubles, sinceText } from '../recommended-prices.ts'

const COLUMNS = ['Шина', 'Сайт', 'РРЦ, ₽', 'Цена, ₽', 'Ниже', 'С какого дня', 'Откуда цена'] as const

/** Table of prices below the recommended ones with their proof; on a phone, each row is a card. */
export function BelowTable({ rows, day }: { rows: readonly BelowRow[]; day: string | null }) {
  return (
    <DataTable long className="rrp-prices" aria-labelledby="below-prices-heading" columns={COLUMNS}>
      {rows.map((row) => (
        <tr key={`${row.tyre} ${row.site} ${row.city}`}>
          <th scope="row">
            <Link
              className="link link-row font-medium"
              to={cardPath(row.tyre, { date: day, city: null, why: null })}
            >
              {nameOf(row)}
            </Link>
            <CellNote>{row.article}</CellNote>
          </th>
          <td>
            {row.site}
            {row.own && <span className="rrp-own font-medium text-12 text-accent rounded">наш</span>}
            <CellNote>{row.city}</CellNote>
          </td>
          <td data-label="РРЦ, ₽">{roubles(row.recommended)}</td>
          <td data-label="Цена, ₽">
            <b>{roubles(row.price)}</b>
          </td>
          <td data-label="Ниже">
            <b className="rrp-below">{belowText(row.percent)}</b>
            <CellNote>на {roubles(row.recommended - row.price)} ₽</CellNote>
          </td>
          <td data-label="С какого дня">{sinceText(row) || '—'}</td>
          <td>
            {row.imported_at !== null && (
              <>
                загружена <time dateTime={row.imported_at}>{formatMoment(row.imported_at)}</time>
              </>
            )}
            <CellNote>{row.source}</CellNote>
            {/^https?:/i.test(row.page) && (
              <a
                className="link link-row"
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

interface BelowSitesProps {
  answer: BelowAnswer
  /** chosen site; '' for none */
  chosen: string
  onChoose(site: string): void
}

/** Sums of the sites: how many tyres each sells below the recommended price, and by how much. */
export function BelowSites({ answer: { sites, day }, chosen, onChoose }: BelowSitesProps) {
  return (
    <section className="data-panel" aria-labelledby="below-sites-heading">
      <header className="rrp-panel-head flex flex-wrap items-center gap-4-12">
        <h2 id="below-sites-heading">Кто продаёт ниже РРЦ</h2>
        {day !== null && <span className="text-13 font-normal text-muted">цены за {formatDay(day)}</span>}
      </header>
      <DataTable
        long
        className="rrp-sites"
        aria-labelledby="below-sites-heading"
        columns={['Сайт', 'Шин', 'В среднем', 'Больше всего']}
      >
        {sites.map(({ site, own, tyres, mean, largest }) => (
          <tr key={site} data-chosen={site === chosen || undefined}>
            <th scope="row">
              <button
                type="button"
                className="rrp-site link cursor-pointer"
                aria-pressed={site === chosen}
                title={site === chosen ? 'Показать все сайты' : `Показать только ${site}`}
                onClick={() => onChoose(site === chosen ? '' : site)}
              >
                {site}
              </button>
              {own && <span className="rrp-own font-medium text-12 text-accent rounded">наш</span>}
            </th>
            <td data-label="Шин">
              <b>{tyres.toLocaleString('ru-RU')}</b>
            </td>
            <td data-label="В среднем">{belowText(mean)}</td>
            <td data-label="Больше всего">{belowText(largest)}</td>
          </tr>
        ))}
      </DataTable>
    </section>
  )
}
