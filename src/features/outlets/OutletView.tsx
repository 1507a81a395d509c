import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import type { OutletAnswer } from '../../../contract/outlets/outlet.ts'
import { OUTLET_CALLS } from '../../../contract/outlets/outlet-calls.ts'
import { ROUTES } from '../../../contract/routes.ts'
import { call } from '../../data/send-call.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { DoneAlert } from '../../ui/DoneAlert.tsx'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { AskDialog } from '../cabinet/AskDialog.tsx'
import { BackLink } from '../cabinet/BackLink.tsx'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'
import { QueryState } from '../cabinet/QueryState.tsx'
import { useLaterFocus } from '../cabinet/useLaterFocus.ts'
import { everySet } from '../decisions/decision-queries.ts'
import { AddressSection, FetchesSection } from './AddressSection.tsx'
import { DeliverySection } from './delivery/DeliverySection.tsx'
import { everyOutlet, outletQuery } from './outlet-queries.ts'
import { editOutletPath, type OutletState, SET } from './outlet-routes.ts'
import { settingsText } from './outlet-words.ts'
import { CurrentSection, PublicationsSection } from './PublicationsSection.tsx'
import { PublishDialog } from './PublishDialog.tsx'

/** Page of one outlet (specification 24.7). */
export function OutletView() {
  const id = Number(useParams().id)
  const query = useQuery(outletQuery(id))
  const { data } = query
  useDocumentTitle(data?.outlet.settings.name ?? 'Выгрузка')
  return (
    <section className="cabinet-page cabinet-page-wide" aria-labelledby="outlet-heading">
      <BackLink to={ROUTES.outlets}>Все выгрузки</BackLink>
      {!data && <h1 id="outlet-heading">Выгрузка</h1>}
      <QueryState query={query}>{(answer) => <Shown key={id} answer={answer} />}</QueryState>
    </section>
  )
}

function Shown({ answer }: { answer: OutletAnswer }) {
  const { outlet, publications, fetches, deliveries, can_mail: canMail } = answer
  const { id, settings, own, changed_since: changedSince } = outlet
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const wanted = query.get(SET)
  const [publishing, setPublishing] = useState(wanted !== null)
  const [removing, setRemoving] = useState(false)
  const saved = (useLocation().state as OutletState | null)?.said
  const [said, setSaid] = useState<string | null>(saved ?? null)
  const [heading, focusHeading] = useLaterFocus<HTMLHeadingElement>()
  useEffect(() => {
    if (saved !== undefined) focusHeading()
  }, [saved, focusHeading])
  const endPublishing = () => {
    setPublishing(false)
    // A reload must not ask again.
    if (wanted !== null) setQuery({}, { replace: true })
  }
  const published = async (words: string) => {
    setSaid(words)
    focusHeading()
    await Promise.all([queries.invalidateQueries(everyOutlet), queries.invalidateQueries(everySet)])
  }
  return (
    <>
      <header className="page-head flex flex-wrap items-center gap-8-12">
        <h1 id="outlet-heading" ref={heading} tabIndex={-1}>
          {settings.name}
        </h1>
        <span className="text-14 text-muted">{settingsText(settings)}</span>
        <div className="panel-actions">
          <Button variant="primary" onClick={() => setPublishing(true)}>
            <CabinetIcon name="send" />
            Опубликовать
          </Button>
          <Link to={editOutletPath(id)} className="button button-secondary">
            <CabinetIcon name="edit" />
            Изменить
          </Link>
          {own && (
            <Button onClick={() => setRemoving(true)}>
              <CabinetIcon name="trash" />
              Удалить
            </Button>
          )}
        </div>
      </header>
      <DoneAlert words={said} onDismiss={() => setSaid(null)} />
      {changedSince && (
        <Alert tone="info">
          Настройки изменены после публикации. Магазин забирает прежний файл, пока вы не опубликуете снова.
        </Alert>
      )}
      <CurrentSection outlet={outlet} />
      <AddressSection outlet={outlet} />
      <DeliverySection outlet={outlet} deliveries={deliveries} canMail={canMail} />
      <PublicationsSection outlet={outlet} publications={publications} onDone={published} />
      <FetchesSection fetches={fetches} />
      {publishing && (
        <PublishDialog
          outlet={outlet}
          wanted={wanted === null ? null : Number(wanted)}
          onDone={(words) => {
            endPublishing()
            void published(words)
          }}
          onClose={endPublishing}
        />
      )}
      {removing && (
        <AskDialog
          title={`Удалить выгрузку «${settings.name}»?`}
          agree="Удалить"
          act={() => call(OUTLET_CALLS.remove, { id })}
          onDone={() => {
            void navigate(ROUTES.outlets, { state: { said: `Выгрузка «${settings.name}» удалена.` } })
            void queries.invalidateQueries(everyOutlet)
          }}
          onClose={() => setRemoving(false)}
        >
          <p>Её адрес сразу перестанет действовать, а публикации и список забравших пропадут.</p>
        </AskDialog>
      )}
    </>
  )
}
