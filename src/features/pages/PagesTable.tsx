import { Link } from 'react-router-dom'
import type { TrackedPage } from '../../../contract/pages/tracked-page.ts'
import { formatCell } from '../../../contract/reports/format-cell.ts'
import { cardPath } from '../../../contract/tyre/card-path.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { formatMoment } from '../../ui/format-moment.ts'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'
import { ACTIONS, DataTable } from '../cabinet/DataTable.tsx'
import { actionsOfPage, type PageQuestion } from './track/page-actions.ts'
import { formerText, PageStateMark, priceDetails } from './track/page-text.tsx'

interface PagesTableProps {
  pages: readonly TrackedPage[]
  onAsk(question: PageQuestion): void
}

const COLUMNS = ['Шина', 'Сайт', 'Цена, ₽', 'Состояние'] as const

/** Table of tracked pages; on a phone, each row is a card. */
export function PagesTable({ pages, onAsk }: PagesTableProps) {
  return (
    <DataTable className="pages-table" aria-labelledby="pages-heading" columns={[...COLUMNS, ACTIONS]}>
      {pages.map((page) => (
        <PageRow key={page.id} page={page} onAsk={onAsk} />
      ))}
    </DataTable>
  )
}

const cardOf = ({ tyre }: TrackedPage): string => cardPath(tyre, { date: null, city: null, why: null })

/** Returns text with who added a page, and who else changed it last: 'добавил: anna · изменил: boris'. */
function peopleOf({ added_by: addedBy, changed_by: changedBy = '' }: TrackedPage): string {
  const changed = changedBy !== '' && changedBy !== addedBy && `изменил: ${changedBy}`
  return [addedBy !== '' && `добавил: ${addedBy}`, changed].filter(Boolean).join(' · ')
}

function PageRow({ page, onAsk }: { page: TrackedPage; onAsk(question: PageQuestion): void }) {
  const { site, address, city, state, message, price, read_at: readAt } = page
  const people = peopleOf(page)
  const [details, former] = [priceDetails(page), formerText(page)]
  return (
    <tr>
      <th scope="row" className="pages-tyre">
        <Link to={cardOf(page)} className="link link-row">
          {page.tyre_name}
        </Link>
        {city !== '' && <span className="block text-13 font-normal text-muted">{city}</span>}
      </th>
      <td className="pages-site">
        {site}{' '}
        <a
          className="page-link link inline-flex items-center nowrap"
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Открыть страницу на ${site}: ${page.tyre_name}`}
        >
          Открыть страницу
        </a>
      </td>
      <td className="pages-price" data-former={former !== '' || undefined}>
        {price !== null && <b>{formatCell(price, 'price')}</b>}
        {former !== '' && <span className="block text-13 font-normal text-muted">{former}</span>}
        {details !== '' && <span className="block text-13 font-normal text-muted">{details}</span>}
      </td>
      <td className="pages-state">
        <PageStateMark state={state} />
        {message !== '' && <span className="text-plain block text-13 font-normal text-muted">{message}</span>}
        <span className="block text-13 font-normal text-muted">
          {readAt !== null && (
            <>
              прочитана <time dateTime={readAt}>{formatMoment(readAt)}</time>
            </>
          )}
          {readAt !== null && people !== '' && ' · '}
          {people}
        </span>
      </td>
      <td className="pages-menu">
        {page.removable && (
          <ActionMenu
            label={`Действия: ${site}, ${page.tyre_name}`}
            icon={<CabinetIcon name="more" />}
            actions={actionsOfPage(page)}
            onChoose={({ question }) => onAsk(question)}
          />
        )}
      </td>
    </tr>
  )
}
