import { DoneAlert } from '../../ui/DoneAlert.tsx'
import './pages.css'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { type RefObject, useMemo, useRef } from 'react'
import { hostName } from '../../../contract/lib/host-name.ts'
import { PAGE_CALLS } from '../../../contract/pages/page-calls.ts'
import { watchUnread } from '../../data/page-queries.ts'
import { call } from '../../data/send-call.ts'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { FilterForm, useAddressFilters } from '../cabinet/FilterForm.tsx'
import { LoadProblem } from '../cabinet/LoadProblem.tsx'
import { MoreFoot } from '../cabinet/MoreFoot.tsx'
import { OfferedPage } from '../cabinet/OfferedPage.tsx'
import { useOffer } from '../cabinet/useOffer.ts'
import { PagesFilesSection } from './PagesFilesSection.tsx'
import { PagesTable } from './PagesTable.tsx'
import { PageDialog } from './track/PageDialog.tsx'
import { usePageActions } from './track/page-actions.ts'
import { PAGE_STATE_WORDS } from './track/page-text.tsx'

/** Page with all tracked pages of shops (specification 23.8). */
export function PagesPage() {
  useDocumentTitle('Страницы')
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className="cabinet-page cabinet-page-wide" aria-labelledby="pages-heading">
      <h1 id="pages-heading" ref={heading} tabIndex={-1}>
        Страницы
      </h1>
      <OfferedPage offer="pages">
        <PagesContent heading={heading} />
      </OfferedPage>
    </section>
  )
}

function PagesContent({ heading }: { heading: RefObject<HTMLElement | null> }) {
  const [{ state, site }, choose] = useAddressFilters(PAGES_FILTERS)
  const filter = useMemo<PagesFilter>(
    () => ({ state: Object.hasOwn(PAGE_STATE_WORDS, state) ? state : '', site }),
    [state, site],
  )
  const isFiltered = filter.state !== '' || filter.site !== ''
  const query = useInfiniteQuery(pagesQuery(filter))
  const { data, error, refetch, fetchNextPage } = query
  const actions = usePageActions(heading)
  const decides = useOffer('matching') === true
  const pages = useMemo(() => withoutRepetitions(data?.pages.flatMap((answer) => answer.pages) ?? []), [data])
  const total = data?.pages.at(-1)?.total ?? 0
  const retry = () => void (data ? fetchNextPage() : refetch())
  return (
    <>
      <DoneAlert words={actions.said} onDismiss={actions.dismiss} />
      <PagesFilterForm filter={filter} sites={data?.pages.at(-1)?.sites ?? []} onChoose={choose} />
      {decides && <PagesFilesSection onChange={() => void actions.refresh()} />}
      {!data && !error && <Loading />}
      {data && (
        <div className="data-panel">
          {pages.length === 0 ? (
            <NoPages isFiltered={isFiltered} />
          ) : (
            <PagesTable pages={pages} onAsk={actions.ask} />
          )}
        </div>
      )}
      {error && <LoadProblem error={error} onRetry={retry} />}
      <MoreFoot
        query={query}
        end="Больше страниц нет"
        count={pages.length > 0 && `Показано ${pages.length} из ${total}`}
      />
      {actions.question && <PageDialog {...actions} question={actions.question} />}
    </>
  )
}

/** Removes pages that are in two answers, because their state and with it their place changed between the requests. */
const withoutRepetitions = <Page extends { id: number }>(pages: readonly Page[]): Page[] => [
  ...new Map(pages.map((page) => [page.id, page])).values(),
]

function NoPages({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <div className="data-empty">
        <p>Таких страниц нет.</p>
        <p>Измените или сбросьте условия выше.</p>
      </div>
    )
  return (
    <div className="data-empty">
      <p>
        Здесь будут страницы шин на сайтах конкурентов: каждый день с них берутся цены и остатки для отчётов.
      </p>
      <p>Откройте карточку шины и нажмите «Следить за ценой на сайте».</p>
    </div>
  )
}

interface PagesFilterFormProps {
  filter: PagesFilter
  /** suggestions for the field with the site */
  sites: readonly string[]
  onChoose(filter: PagesFilter): void
}

const NO_FILTER: PagesFilter = { state: '', site: '' }
const MAX_SITE_LENGTH = 300

function PagesFilterForm({ filter, sites, onChoose }: PagesFilterFormProps) {
  return (
    <FilterForm
      label="Отбор страниц"
      className="pages-filter"
      filters={filter}
      none={NO_FILTER}
      tidy={({ state, site }) => ({ state, site: hostName(site) })}
      onChoose={onChoose}
    >
      <SelectField
        name="state"
        label="Состояние"
        none="Все"
        options={Object.entries(PAGE_STATE_WORDS).map(([value, name]) => ({ value, name }))}
      />
      <TextField
        name="site"
        label="Сайт"
        type="search"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="shop.ru"
        maxLength={MAX_SITE_LENGTH}
        suggestions={sites}
      />
    </FilterForm>
  )
}

const PAGES_FILTERS = ['state', 'site'] as const

/** Filters of the list; '' for no filter. */
type PagesFilter = Readonly<Record<(typeof PAGES_FILTERS)[number], string>>

/** Query for tracked pages, those that need a person first, refetched while one of them waits for its first reading. */
const pagesQuery = (filter: PagesFilter) =>
  infiniteQueryOptions({
    queryKey: ['pages', 'list', filter],
    queryFn: ({ pageParam: from, signal }) =>
      call(PAGE_CALLS.list, { ...filter, ...(from > 0 && { from }) }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ pages, total }, _answers, from) => {
      const next = from + pages.length
      return pages.length > 0 && next < total ? next : undefined
    },
    refetchInterval: ({ state }) => watchUnread(state.data?.pages.flatMap(({ pages }) => pages) ?? []),
    // Pages are read by schedule, without an action of the person.
    refetchOnWindowFocus: 'always',
  })
