import { useInfiniteQuery } from '@tanstack/react-query'
import { type RefObject, useMemo, useRef } from 'react'
import { Alert } from '../../ui/Alert.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { LoadProblem } from '../cabinet/LoadProblem.tsx'
import { MoreFoot } from '../cabinet/MoreFoot.tsx'
import { OfferedPage } from '../cabinet/OfferedPage.tsx'
import { useAddressFilters } from '../cabinet/useAddressFilters.ts'
import { useOffer } from '../cabinet/useOffer.ts'
import { PagesFilesSection } from './PagesFilesSection.tsx'
import { PagesFilterForm } from './PagesFilterForm.tsx'
import { PagesTable } from './PagesTable.tsx'
import { PAGES_FILTERS, type PagesFilter, pagesQuery } from './page-list-query.ts'
import { PageDialog } from './track/PageDialog.tsx'
import { usePageActions } from './track/page-actions.ts'
import { PAGE_STATE_WORDS } from './track/page-text.ts'
import './pages.css'

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
      {actions.said !== null && (
        <Alert tone="success" onDismiss={actions.dismiss}>
          {actions.said}
        </Alert>
      )}
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
