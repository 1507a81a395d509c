import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router-dom'
import type { Outlet } from '../../../contract/outlets/outlet.ts'
import { Alert } from '../../ui/Alert.tsx'
import { formatDay, formatMoment } from '../../ui/format-moment.ts'
import { Loading } from '../../ui/Loading.tsx'
import { PRICES } from '../../ui/nouns.ts'
import { countText } from '../../ui/plural.ts'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'
import { DataTable } from '../cabinet/DataTable.tsx'
import { LoadProblem } from '../cabinet/LoadProblem.tsx'
import { useLaterFocus } from '../cabinet/useLaterFocus.ts'
import { outletsQuery } from './outlet-queries.ts'
import { newOutletPath, type OutletState, outletPath, SET, setQuery } from './outlet-routes.ts'
import { arrivalText, settingsText } from './outlet-words.ts'

/** List of the outlets. With a set in the address, its links lead to the publication of that set. */
export function OutletList() {
  useDocumentTitle('Выгрузки')
  const { data, error, refetch } = useQuery(outletsQuery)
  const set = useSearchParams()[0].get(SET)
  const said = (useLocation().state as OutletState | null)?.said
  const [heading, focusHeading] = useLaterFocus<HTMLHeadingElement>()
  useEffect(() => {
    if (said !== undefined) focusHeading()
  }, [said, focusHeading])
  // The only outlet needs no choice.
  const [only] = data?.length === 1 ? data : []
  if (only && set !== null) return <Navigate to={`${outletPath(only.id)}${setQuery(set)}`} replace />
  return (
    <section className="cabinet-page cabinet-page-wide" aria-labelledby="outlets-heading">
      <header className="page-head flex flex-wrap items-center gap-8-12">
        <h1 id="outlets-heading" ref={heading} tabIndex={-1}>
          Выгрузки
        </h1>
        {/* Without an outlet, the explanation below has the primary button. */}
        {data && data.length > 0 && (
          <Link to={newOutletPath} className="button button-primary">
            <CabinetIcon name="circle-plus" />
            Добавить выгрузку
          </Link>
        )}
      </header>
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {said !== undefined && <Alert tone="success">{said}</Alert>}
      {!data && !error && <Loading />}
      {data && data.length > 0 && set !== null && (
        <p className="panel-words">Откройте выгрузку, через которую опубликовать набор.</p>
      )}
      {data?.length === 0 && <NoOutlets />}
      {data && data.length > 0 && (
        <div className="data-panel">
          <DataTable
            long
            aria-labelledby="outlets-heading"
            columns={['Выгрузка', 'Опубликовано', 'Дошло', 'Забирали']}
          >
            {data.map((outlet) => (
              <OutletRow key={outlet.id} outlet={outlet} query={setQuery(set)} />
            ))}
          </DataTable>
        </div>
      )}
    </section>
  )
}

function OutletRow({ outlet, query }: { outlet: Outlet; query: string }) {
  const { id, settings, current, arrival, has_address: hasAddress, last_fetch: fetched } = outlet
  return (
    <tr>
      <th scope="row">
        <Link to={`${outletPath(id)}${query}`} className="link link-row font-semibold">
          {settings.name}
        </Link>
        <span className="block text-13 font-normal text-muted wrap-anywhere">{settingsText(settings)}</span>
      </th>
      <td>
        {current ? (
          <>
            {current.set_name}
            <span className="block text-13 font-normal text-muted wrap-anywhere">
              {countText(current.prices, PRICES)} · {formatMoment(current.at)}
            </span>
          </>
        ) : (
          <span className="text-14 text-muted">ещё ничего</span>
        )}
      </td>
      <td data-label="Дошло">
        {arrival ? (
          <>
            <ArrivalMark outlet={outlet} />
            <span className="block text-13 font-normal text-muted wrap-anywhere">
              по ценам за {formatDay(arrival.day)}
            </span>
          </>
        ) : (
          <span className="text-14 text-muted">{current ? 'ждём наших новых цен' : '—'}</span>
        )}
      </td>
      <td data-label="Забирали">
        {fetched ? formatMoment(fetched.at) : <span className="text-14 text-muted">никто</span>}
        {!hasAddress && (
          <span className="block text-13 font-normal text-muted wrap-anywhere">адреса нет</span>
        )}
      </td>
    </tr>
  )
}

function ArrivalMark({ outlet: { arrival } }: { outlet: Outlet }) {
  if (!arrival) return null
  return (
    <b
      className="outlets-arrived font-semibold text-success nowrap"
      data-missing={arrival.arrived < arrival.of || undefined}
    >
      {arrivalText(arrival)}
    </b>
  )
}

function NoOutlets() {
  return (
    <div className="panel">
      <h2>Пусть решённые цены уходят сами</h2>
      <p className="panel-words">
        Выгрузка — это файл с ценами согласованного набора по секретному адресу. Магазин или 1С забирает его
        по расписанию, а на следующий день видно, какие цены дошли.
      </p>
      <div className="panel-actions">
        <Link to={newOutletPath} className="button button-primary">
          Добавить первую выгрузку
        </Link>
      </div>
    </div>
  )
}
