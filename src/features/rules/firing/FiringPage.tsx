import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { ROUTES } from '../../../../contract/routes.ts'
import type { FiringAnswer, RuleHit } from '../../../../contract/rules/rule.ts'
import { RULE_CALLS } from '../../../../contract/rules/rule-calls.ts'
import { cardPath } from '../../../../contract/tyre/card-path.ts'
import { call } from '../../../data/send-call.ts'
import { useAction } from '../../../data/useAction.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { formatDay, formatMoment } from '../../../ui/format-moment.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { countText } from '../../../ui/plural.ts'
import { useDocumentTitle } from '../../../ui/useDocumentTitle.ts'
import { BackLink } from '../../cabinet/BackLink.tsx'
import { CabinetIcon } from '../../cabinet/CabinetIcon.tsx'
import { DataTable } from '../../cabinet/DataTable.tsx'
import { LoadProblem } from '../../cabinet/LoadProblem.tsx'
import { everyRule, firingQuery, rulesQuery } from '../rule-queries.ts'
import { editRulePath } from '../rule-routes.ts'
import {
  byDistance,
  changeOfHit,
  changeOfHitText,
  distanceOfHit,
  EVENTS,
  hitPriceText,
} from '../rule-words.ts'
import { DownloadHits } from './DownloadHits.tsx'

/** Number of rows that are displayed at first. */
const FIRST = 100

/** Page of exactly those tyres that a notification of a rule reports (specification 25.7). */
export function FiringPage() {
  const id = Number(useParams().id)
  const { data, error, refetch } = useQuery(firingQuery(id))
  const title = data?.name ?? 'Сработавшее правило'
  useDocumentTitle(title)
  return (
    <section className="cabinet-page cabinet-page-wide" aria-labelledby="firing-heading">
      <BackLink to={ROUTES.rules}>Все правила</BackLink>
      <h1 id="firing-heading">{title}</h1>
      {error && !data && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && <Fired key={id} answer={data} />}
    </section>
  )
}

function Fired({ answer }: { answer: FiringAnswer }) {
  const { rule, at, events } = answer
  const hits = byDistance(answer.hits)
  return (
    <>
      <p className="panel-words">
        {countText(events, EVENTS)} · {formatMoment(at)}
        {events > hits.length && ` · здесь ${hits.length} из них`}
      </p>
      <div className="panel-actions">
        <DownloadHits hits={hits} name={answer.name} />
        {rule && <MuteButton id={rule.id} name={rule.name} />}
        {rule && (
          <Link to={editRulePath(rule.id)} className="button button-secondary">
            <CabinetIcon name="edit" />
            Правило
          </Link>
        )}
      </div>
      {!rule && <Alert tone="info">Правила больше нет, его события остались.</Alert>}
      {hits.length === 0 ? (
        <p className="data-panel data-empty">Событий здесь уже нет: они хранятся 90 дней.</p>
      ) : (
        <HitTable hits={hits} />
      )}
    </>
  )
}

const HEADS = ['Шина', 'Сайт', 'Город', 'Было, ₽', 'Стало, ₽', 'Изменение', 'Сравнили с, ₽', 'День']

function HitTable({ hits }: { hits: readonly RuleHit[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? hits : hits.slice(0, FIRST)
  return (
    <div className="data-panel">
      <DataTable className="hits-table" aria-labelledby="firing-heading" columns={HEADS}>
        {shown.map((hit) => (
          <HitRow key={`${hit.day} ${hit.site} ${hit.city} ${hit.tyre}`} hit={hit} />
        ))}
      </DataTable>
      {shown.length < hits.length && (
        <p className="data-foot m-0 p-8-12 border-t">
          <Button variant="quiet" onClick={() => setWhole(true)}>
            Показать все {hits.length}
          </Button>
        </p>
      )}
    </div>
  )
}

function HitRow({ hit }: { hit: RuleHit }) {
  const { tyre, name, site, city, day, before, after, compared, former } = hit
  const change = changeOfHit(hit)
  return (
    <tr>
      <th scope="row">
        {tyre === '' ? (
          'Нет цен сайта'
        ) : (
          <Link className="link" to={cardPath(tyre, { date: day, city: city || null, why: null })}>
            {name}
          </Link>
        )}
      </th>
      <td>{site}</td>
      <td>{city}</td>
      <td data-label="Было">{hitPriceText(before)}</td>
      <td data-label="Стало">
        <b>{hitPriceText(after)}</b>
      </td>
      <td data-label="Изменение" data-rising={change === null || change === 0 ? undefined : change > 0}>
        {changeOfHitText(change)}
      </td>
      <td data-label="Сравнили с">
        {hitPriceText(compared)}
        {compared !== null && (
          <span className="hits-former block text-12 text-muted">{changeOfHitText(distanceOfHit(hit))}</span>
        )}
        {former !== '' && <span className="hits-former block text-12 text-muted">{former}</span>}
      </td>
      <td>{formatDay(day)}</td>
    </tr>
  )
}

/** Button that mutes a rule for the person for a week, or ends this. Renders nothing if the rule does not notify them. */
function MuteButton({ id, name }: { id: number; name: string }) {
  const queries = useQueryClient()
  const rule = useQuery(rulesQuery).data?.rules.find((one) => one.id === id)
  const { busy, problem, run, dismiss } = useAction()
  if (!rule?.notifies_me) return null
  const { muted_until: mutedUntil } = rule
  const isMuted = mutedUntil !== null
  const toggle = () =>
    void run(async () => {
      await call(RULE_CALLS.mute, { id, muted: !isMuted })
      await queries.invalidateQueries(everyRule)
    })
  return (
    <>
      <Button blocked={busy} onClick={toggle}>
        {isMuted ? 'Снова уведомлять' : 'Заглушить на неделю'}
      </Button>
      <span className="rule-muted-note text-14 text-muted" role="status">
        {isMuted && `«${name}» молчит для вас до ${formatMoment(mutedUntil)}`}
      </span>
      {problem !== null && <Alert onDismiss={dismiss}>{problem}</Alert>}
    </>
  )
}
