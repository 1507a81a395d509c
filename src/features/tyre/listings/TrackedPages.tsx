import { useQuery } from '@tanstack/react-query'
import { Ellipsis } from 'lucide'
import { useId } from 'react'
import type { TrackedPage } from '../../../../contract/pages/tracked-page.ts'
import { failureText, isUnreachable } from '../../../data/companion-calls.ts'
import { tyrePagesQuery } from '../../../data/page-queries.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { formatMoment } from '../../../ui/format-moment.ts'
import { IconDrawing } from '../../../ui/Icon.tsx'
import { actionsOfPage, type PageQuestion } from '../../pages/track/page-actions.ts'
import { formerText, PageStateMark, priceDetails, roublesText } from '../../pages/track/page-text.tsx'

interface TrackedPagesProps {
  /** key of the tyre */
  tyre: string
  enabled: boolean
  /** whether another message already states that the server cannot be reached */
  isSaid: boolean
  onAsk(question: PageQuestion): void
}

/** Pages of shops that are tracked for a tyre (specification 23.8). Renders nothing without any. */
export function TrackedPages({ tyre, enabled, isSaid, onAsk }: TrackedPagesProps) {
  const id = useId()
  const { data: pages = [], error, refetch } = useQuery({ ...tyrePagesQuery(tyre), enabled })
  if (error && !isSaid)
    return (
      <div className="tyre-note" role="status">
        <p>
          {isUnreachable(error)
            ? 'Нет связи с сервером: страницы магазинов не хранятся на устройстве.'
            : `Не удалось загрузить страницы магазинов. ${failureText(error)}`}
        </p>
        <Button aria-label="Повторить: страницы магазинов" onClick={() => void refetch()}>
          Повторить
        </Button>
      </div>
    )
  if (pages.length === 0) return null
  return (
    <>
      <h4 id={id} className="tyre-pages-head font-semibold text-14">
        За этими страницами следят
      </h4>
      <ul className="grid list-none" aria-labelledby={id}>
        {pages.map((page) => (
          <PageItem key={page.id} page={page} onAsk={onAsk} />
        ))}
      </ul>
    </>
  )
}

function PageItem({ page, onAsk }: { page: TrackedPage; onAsk(question: PageQuestion): void }) {
  const { site, address, city, state, message, price, read_at: readAt } = page
  const details = [priceDetails(page), city, formerText(page)].filter(Boolean).join(' · ')
  return (
    <li className="tyre-listing">
      <p className="tyre-listing-head flex flex-wrap items-baseline text-plain">
        <b>{site}</b>
        {price !== null && (
          <b
            className="tyre-page-price text-17 nowrap tabular-nums"
            data-former={state !== 'ok' || undefined}
          >
            {roublesText(price)}
          </b>
        )}
      </p>
      <p>
        <PageStateMark state={state} />
      </p>
      {message !== '' && <p className="tyre-listing-name text-plain">{message}</p>}
      {details !== '' && <p className="tyre-listing-numbers">{details}</p>}
      <p className="tyre-listing-numbers tyre-page-foot flex flex-wrap items-center">
        <a
          className="page-link link inline-flex items-center nowrap"
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Открыть страницу на ${site}`}
        >
          Открыть страницу
        </a>
        {readAt !== null && (
          <span>
            прочитана <time dateTime={readAt}>{formatMoment(readAt)}</time>
          </span>
        )}
      </p>
      {page.removable && (
        <ActionMenu
          label={`Действия: страница ${site}`}
          icon={<IconDrawing of={Ellipsis} />}
          actions={actionsOfPage(page)}
          onChoose={({ question }) => onAsk(question)}
        />
      )}
    </li>
  )
}
