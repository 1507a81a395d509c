import type { BelowAnswer } from '../../../../contract/recommended/below.ts'
import { formatDay } from '../../../ui/format-moment.ts'
import { DataTable } from '../../cabinet/DataTable.tsx'
import { belowText } from '../recommended-words.ts'

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
      <header className="rrp-panel-head">
        <h2 id="below-sites-heading">Кто продаёт ниже РРЦ</h2>
        {day !== null && <span className="text-13 font-normal text-muted">цены за {formatDay(day)}</span>}
      </header>
      <DataTable
        className="rrp-sites"
        aria-labelledby="below-sites-heading"
        columns={['Сайт', 'Шин', 'В среднем', 'Больше всего']}
      >
        {sites.map(({ site, own, tyres, mean, largest }) => (
          <tr key={site} data-chosen={site === chosen || undefined}>
            <th scope="row">
              <button
                type="button"
                className="rrp-site"
                aria-pressed={site === chosen}
                title={site === chosen ? 'Показать все сайты' : `Показать только ${site}`}
                onClick={() => onChoose(site === chosen ? '' : site)}
              >
                {site}
              </button>
              {own && <span className="rrp-own">наш</span>}
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
