import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { TyreListing } from '../../../../contract/matching/matching.ts'
import { failureText, isUnreachable } from '../../../data/companion-calls.ts'
import { useAction } from '../../../data/useAction.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { DoneAlert } from '../../../ui/DoneAlert.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { countText } from '../../../ui/plural.ts'
import { PageDialog } from '../../pages/track/PageDialog.tsx'
import { usePageActions } from '../../pages/track/page-actions.ts'
import { useSeen } from '../useSeen.ts'
import { AddSiteDialog } from './AddSiteDialog.tsx'
import { ExcludeDialog, type ListingAction, ListingItem } from './ListingItem.tsx'
import {
  detachQuestion,
  type ListingQuestion,
  listingsQuery,
  reportQuestion,
  useListingDecisions,
} from './listing-queries.ts'
import { isExcludedByCondition } from './listing-text.ts'
import { TrackedPages } from './TrackedPages.tsx'
import './listings.css'

interface ListingsSectionProps {
  /** key of the tyre */
  tyre: string
  /** whether the person has stopped at this tyre; false while moving through the table's rows */
  settled: boolean
  /** whether the user may decide which listings are the tyre */
  decides: boolean
  /** whether the server tracksPages pages of shops */
  tracksPages: boolean
}

/** Names of a tyre at the sites, fetched in view (specification 21.6), and its tracked pages (specification 23.8). */
export function ListingsSection({ tyre, settled, decides, tracksPages }: ListingsSectionProps) {
  const id = useId()
  const place = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const seen = useSeen(place)
  const { data, error, isFetching, refetch } = useQuery({ ...listingsQuery(tyre), enabled: seen && settled })
  const decisions = useListingDecisions(tyre)
  const { busy, problem, dismiss, run } = useAction()
  const pages = usePageActions(heading)
  const [said, setSaid] = useState('')
  const [excluding, setExcluding] = useState<TyreListing | null>(null)
  const [adding, setAdding] = useState(false)
  const [question, setQuestion] = useState<ListingQuestion | null>(null)
  const listings = data?.listings ?? []

  /** Announces the words once the work has succeeded. */
  const announce = async (work: Promise<void>, words: string) => {
    setSaid('')
    await work
    setSaid(words)
  }
  const start = (work: () => Promise<void>, words: string) =>
    void run(() => announce(work(), words)).then((done) => {
      // The pressed button may be gone.
      if (done) heading.current?.focus()
    })
  const actionsOf = (listing: TyreListing): ListingAction[] => {
    const isAlone = listings.length < 2
    if (!decides) {
      const report = () => start(() => decisions.report(listing), `${listing.site}: сообщено`)
      return isAlone || decisions.reported.has(listing.id)
        ? []
        : [
            {
              label: 'Сообщить: это другая шина',
              act: () => setQuestion({ ...reportQuestion(listing), act: report }),
            },
          ]
    }
    const detach = () => start(() => decisions.detach(listing), `${listing.site}: теперь другая шина`)
    const detachOwn = () => setQuestion({ ...detachQuestion(listing), act: detach })
    const compare = () => start(() => decisions.exclude(listing, ''), `${listing.site}: снова сравнивается`)
    return [
      ...(isAlone ? [] : [{ label: 'Это другая шина', act: listing.own ? detachOwn : detach }]),
      listing.excluded === ''
        ? { label: 'Не сравнивать…', act: () => setExcluding(listing) }
        : { label: 'Сравнивать снова', act: compare },
    ]
  }
  const apart = listings.filter(isExcludedByCondition)
  const compared = listings.filter((listing) => !isExcludedByCondition(listing))
  const items = (shown: readonly TyreListing[]) => (
    <ul className="grid list-none">
      {shown.map((listing) => (
        <ListingItem
          key={listing.id}
          listing={listing}
          reported={decisions.reported.has(listing.id)}
          actions={actionsOf(listing)}
        />
      ))}
    </ul>
  )
  return (
    <section
      ref={place}
      className="tyre-section grid grid-cols-1 min-w-0 tyre-listed"
      aria-labelledby={id}
      aria-busy={isFetching || busy}
    >
      <div className="tyre-section-head tyre-listings-head flex flex-wrap items-center justify-between gap-8">
        <h3 id={id} ref={heading} tabIndex={-1}>
          Как её называют сайты
        </h3>
        <div className="tyre-listings-actions flex flex-wrap">
          {tracksPages && (
            <Button variant="quiet" onClick={() => pages.ask({ kind: 'track', tyre, page: null })}>
              Следить за ценой на сайте
            </Button>
          )}
          {decides && data && (
            <Button variant="quiet" onClick={() => setAdding(true)}>
              Добавить сайт
            </Button>
          )}
        </div>
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {problem !== null && <Alert onDismiss={dismiss}>{problem}</Alert>}
      <DoneAlert words={pages.said} onDismiss={pages.dismiss} />
      {decisions.made.length > 0 && (
        <ul className="tyre-undo grid list-none" aria-label="Можно отменить">
          {decisions.made.map((decision) => (
            <li key={decision.id}>
              <span>{decision.words}</span>
              <Button
                variant="quiet"
                aria-label={`Отменить: ${decision.words}`}
                blocked={busy}
                onClick={() => start(() => decisions.undo(decision), 'Отменено')}
              >
                Отменить
              </Button>
            </li>
          ))}
        </ul>
      )}
      {error && (
        <div className="tyre-note" role="status">
          <p>
            {isUnreachable(error)
              ? 'Нет связи с сервером: названия у сайтов не хранятся на устройстве.'
              : `Не удалось загрузить названия у сайтов. ${failureText(error)}`}
          </p>
          <Button onClick={() => void refetch()}>Повторить</Button>
        </div>
      )}
      {!data && !error && <Loading text="Загрузка названий..." />}
      {data && listings.length === 0 && <p className="text-14">Сайты этой шины ещё не сопоставлены.</p>}
      {compared.length > 0 && items(compared)}
      {apart.length > 0 && (
        <details className="tyre-apart">
          <summary>
            б/у и уценка: {countText(apart.length, ['предложение', 'предложения', 'предложений'])}
          </summary>
          {items(apart)}
        </details>
      )}
      {tracksPages && (
        <TrackedPages tyre={tyre} enabled={seen && settled} isSaid={error !== null} onAsk={pages.ask} />
      )}
      {pages.question && <PageDialog {...pages} question={pages.question} />}
      {excluding && (
        <ExcludeDialog
          site={excluding.site}
          exclude={(reason) =>
            announce(decisions.exclude(excluding, reason), `${excluding.site}: не сравнивается`)
          }
          onClose={() => setExcluding(null)}
        />
      )}
      {question && (
        <ConfirmDialog
          title={question.title}
          agree={question.answer}
          onAgree={() => {
            setQuestion(null)
            question.act()
          }}
          onClose={() => setQuestion(null)}
        >
          <p>{question.explanation}</p>
        </ConfirmDialog>
      )}
      {adding && data && (
        <AddSiteDialog
          present={new Set(listings.map((listing) => listing.id))}
          attach={(listing, shared) =>
            announce(decisions.attach(listing, data.tyre, shared), `${listing.site}: добавлено`)
          }
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  )
}
