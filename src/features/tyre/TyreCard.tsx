import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useCallback, useMemo, useState } from 'react'
import { ownSiteRule } from '../../../contract/companion.ts'
import type { ComparedPrice } from '../../../contract/reports/proposed-price.ts'
import type { ReportRow } from '../../../contract/reports/report-row.ts'
import type { CardQuery } from '../../../contract/tyre/card-path.ts'
import type { TyreAnswer } from '../../../contract/tyre/tyre-answer.ts'
import { namedTyre } from '../../../contract/tyre/tyre-text.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { OfflineMissError } from '../../data/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDay } from '../../ui/format-moment.ts'
import { Loading } from '../../ui/Loading.tsx'
import { SavedNote } from '../../ui/SavedNote.tsx'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { type Market, marketOfAnswer, marketOfRow, rowOrigin } from '../market/market.ts'
import type { DisplayedTable } from '../report-choice/displayed-table.ts'
import { comparedKind } from '../report-choice/report-address.ts'
import { CardHead } from './CardHead.tsx'
import { CardProblem, Missing } from './CardProblem.tsx'
import { HistorySection } from './HistorySection.tsx'
import { ListingsSection } from './listings/ListingsSection.tsx'
import { MarketSection } from './MarketSection.tsx'
import { type FigureRequest, figureQuestionOf } from './question.ts'
import { RecommendedLine } from './RecommendedLine.tsx'
import { savedCard, tyreQuery } from './tyre-queries.ts'
import { WhatIfSection } from './WhatIfSection.tsx'
import { WhySection } from './WhySection.tsx'
import './tyre.css'

export interface TyreCardProps {
  /** key of the tyre, as tyreKey returns it */
  tyre: string
  query: CardQuery
  /** whether the person has stopped at this tyre; the server is not queried while they move through the table's rows */
  settled: boolean
  /** row of the tyre in the table beside the card; undefined without one */
  row?: ReportRow | undefined
  table?: DisplayedTable | null
  /** id of the heading */
  id: string
  /** component with which a price of the tyre is decided */
  decide: ComponentType<{
    market: Market
    city: string | null
    kind: ComparedPrice
    row?: ReportRow | undefined
  }>
  /** controls beside the heading */
  controls: ReactNode
  /** called to change the query of the card's URL */
  onQuery(query: CardQuery): void
}

/** Card of one tyre: its market, with explanations (specification 15.1). */
export function TyreCard({
  tyre,
  query,
  settled,
  row,
  table,
  id,
  decide: Decide,
  controls,
  onQuery,
}: TyreCardProps) {
  const companion = useQuery(companionQuery)
  const ownHosts = companion.data?.ownHosts ?? null
  const isOwnSite = useMemo(() => ownSiteRule(ownHosts), [ownHosts])
  const rulesKnown = companion.data?.offers.includes('proposal-rules') ?? false
  const offered = companion.data?.offers.includes('tyres') ?? false
  const listingsOffered = companion.data?.offers.includes('listings') ?? false
  const historyOffered = companion.data?.offers.includes('history') ?? false
  const comparesDays = companion.data?.offers.includes('freshness') ?? false
  // Comparison day chosen by the person, also for the next tyres; undefined: the report's.
  const [wanted, setCompare] = useState<string | null>()
  const first = comparesDays ? table?.choice.compare || null : null
  const compared = wanted === undefined ? first : wanted
  const compare = compared === query.date ? null : compared
  const asked = useQuery({
    ...tyreQuery(tyre, query.date, compare, savedCard),
    enabled: offered && settled && tyre !== '',
    // The previous answer stays displayed until the comparison with another day has loaded.
    placeholderData: (before) => before,
  })
  // The previous answer may be about another tyre, which must not be displayed.
  const found = settled && asked.data?.key === tyre ? asked.data : undefined
  const isOtherDay = found?.savedAt != null && query.date !== null && found.day !== query.date
  // A saved answer about another day is worse than the data in the table's row, which is of the requested day.
  const answer = isOtherDay && row ? undefined : found
  const own = useMemo((): Market | null => {
    if (!row || !table) return null
    return marketOfRow(row, rowOrigin(table, isOwnSite))
  }, [row, table, isOwnSite])
  const told = useMemo(() => answer && marketOfAnswer(answer, isOwnSite), [answer, isOwnSite])
  // If the server has no prices of the tyre any more, the row's prices are displayed.
  const market = told && (told.places.length > 0 || !own) ? told : own
  const specs = market?.specs ?? answer?.specs
  const [chosen, choose] = useChosen(query, table)
  // A tyre that is not sold in the selected city, which persists, is displayed for all cities.
  const city = market?.places.some((place) => place.city === chosen.city) ? chosen.city : null
  useDocumentTitle(specs ? namedTyre(specs) : 'Карточка шины')
  const [isFirstLoading, setFirstLoading] = useFirstLoading()
  // Stays mounted for a tyre that the own site does not sell, because its dialog may be open.
  const [decides, setDecides] = useState(false)
  if (!decides && market?.places.some((place) => place.own)) setDecides(true)

  // Placed first in a report of proposals, from which the person has come.
  const whatIf = market && (
    <WhatIfSection market={market} table={table} rulesKnown={rulesKnown} isOwnSite={isOwnSite} />
  )
  const waits = companion.isLoading || (offered && asked.isFetching)
  return (
    <article className="tyre-card flex gap-16" aria-busy={waits}>
      <CardHead id={id} specs={specs} day={market?.day ?? query.date} controls={controls} />
      <SavedNote savedAt={answer ? answer.savedAt : table?.savedAt} gateway={answer?.gateway} />
      {answer?.savedAt && (isOtherDay || query.date === null) && (
        <p className="text-13 text-muted">
          Показаны последние сохранённые цены, за {formatDay(answer.day)}
          {isOtherDay && `: за ${formatDay(query.date ?? '')} карточка не сохранялась`}.
        </p>
      )}
      {(market || answer) && (
        <div
          className={
            isFirstLoading
              ? 'tyre-columns grid grid-cols-1 items-start tyre-columns-wait'
              : 'tyre-columns grid grid-cols-1 items-start'
          }
        >
          <div className="tyre-column flex gap-16 min-w-0">
            {market && market.places.length > 0 ? (
              <>
                <MarketSection
                  market={market}
                  city={city}
                  onCity={(wanted) => {
                    choose({ city: wanted, why: null })
                    onQuery({ ...query, city: wanted, why: null })
                  }}
                  preferred={table ? comparedKind(table.choice) : 'retail'}
                  onWhy={(why) => choose({ why })}
                  comparison={
                    answer && comparesDays ? { day: answer.day, value: compare, onChange: setCompare } : null
                  }
                />
                <Missing {...market} city={city} />
                <RecommendedLine tyre={tyre} day={market.day} settled={settled} />
                {chosen.why && (
                  <WhySection
                    {...figureQuestionOf(chosen.why, {
                      market,
                      ofRow: own,
                      row,
                      table,
                      rulesKnown,
                    })}
                    tyre={listingsOffered && settled ? tyre : null}
                    name={String(market.specs.name ?? '')}
                    asked={chosen.why}
                    onClose={() => {
                      choose({ why: null })
                      if (query.why !== null) onQuery({ ...query, why: null })
                    }}
                  />
                )}
              </>
            ) : (
              answer && (
                <NoPrices
                  answer={answer}
                  historyOffered={historyOffered}
                  onDay={(date) => {
                    // Moves the focus before the button is removed with its note.
                    document.getElementById(id)?.focus()
                    onQuery({ ...query, date })
                  }}
                />
              )
            )}
            {market && decides && (
              <div className="tyre-decide">
                <Decide
                  market={market}
                  city={city}
                  kind={table ? comparedKind(table.choice) : 'retail'}
                  row={market.day === table?.choice.date ? row : undefined}
                />
              </div>
            )}
            {table?.report.layout === 'proposals' && whatIf}
          </div>
          <div className="tyre-column flex gap-16 min-w-0 tyre-column-side">
            {historyOffered && (
              <HistorySection
                tyre={tyre}
                settled={settled}
                city={city}
                preferred={table ? comparedKind(table.choice) : 'retail'}
                onLoading={setFirstLoading}
              />
            )}
            {table?.report.layout !== 'proposals' && whatIf}
          </div>
          {listingsOffered && (
            <ListingsSection
              key={tyre}
              tyre={tyre}
              settled={settled}
              decides={companion.data?.offers.includes('matching') ?? false}
              tracksPages={companion.data?.offers.includes('pages') ?? false}
            />
          )}
        </div>
      )}
      {!market && !answer && waits && <Loading text="Загрузка карточки..." />}
      {settled && !waits && !answer && (
        <CardProblem
          offered={companion.isError ? undefined : offered}
          error={asked.error ?? (isOtherDay ? new OfflineMissError() : companion.error)}
          fromRow={own !== null}
          onLastDay={query.date === null ? undefined : () => onQuery({ ...query, date: null })}
          onUncompared={
            compare === null
              ? undefined
              : () => {
                  // Moves the focus before the button is removed with its note.
                  document.getElementById(id)?.focus()
                  setCompare(null)
                }
          }
          onRetry={() => void (companion.isError ? companion.refetch() : asked.refetch())}
        />
      )}
    </article>
  )
}

/** Returns whether the card's first history is loading; the sections below appear with it instead of moving. */
function useFirstLoading(): [boolean, (isLoading: boolean) => void] {
  const [state, setState] = useState<'before' | 'loading' | 'loaded'>('before')
  const set = useCallback(
    (isLoading: boolean) =>
      setState((current) =>
        isLoading && current === 'before'
          ? 'loading'
          : !isLoading && current === 'loading'
            ? 'loaded'
            : current,
      ),
    [],
  )
  return [state === 'loading', set]
}

interface Chosen {
  /** selected city; null for all cities */
  city: string | null
  /** figure that is explained; null for none */
  why: FigureRequest | null
}

/** Returns the selected city and explained figure, from the URL until the person changes them. */
function useChosen(query: CardQuery, table: DisplayedTable | null | undefined) {
  const kind = table ? comparedKind(table.choice) : 'retail'
  const asked = query.why && { figure: query.why, city: query.city, kind, ofCard: false }
  const [state, setState] = useState({ city: query.city, why: asked, by: query })
  const current =
    state.by === query ? state : { city: query.city ?? state.city, why: asked ?? state.why, by: query }
  if (current !== state) setState(current)
  return [current, (part: Partial<Chosen>) => setState({ ...current, ...part })] as const
}

interface NoPricesProps {
  answer: Pick<TyreAnswer, 'day' | 'lastDay'>
  historyOffered: boolean
  onDay(day: string): void
}

function NoPrices({ answer: { day, lastDay }, historyOffered, onDay }: NoPricesProps) {
  return (
    <div className="tyre-note" role="status">
      <p>Цен на эту шину за {formatDay(day)} нет.</p>
      {lastDay !== null && lastDay !== day && (
        <Button onClick={() => onDay(lastDay)}>
          Показать {lastDay < day ? 'последние, за' : 'цены за'} {formatDay(lastDay)}
        </Button>
      )}
      {lastDay === null && historyOffered && <p>Всё, что о её ценах известно, — ниже, в истории.</p>}
    </div>
  )
}
