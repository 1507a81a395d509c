import './setup-steps.css'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { SetupSteps } from '../../../../contract/installation/setup.ts'
import { REPORTS } from '../../../../contract/reports/reports.ts'
import { ROUTES } from '../../../../contract/routes.ts'
import { VAPID_PUBLIC_KEY } from '../../../pwa/push/push-status.ts'
import { useSession } from '../../../session/useSession.ts'
import { Button } from '../../../ui/Button.tsx'
import { formatDay } from '../../../ui/format-moment.ts'
import { useDocumentTitle } from '../../../ui/useDocumentTitle.ts'
import { EmailSection } from '../../account/EmailSection.tsx'
import { PushSection } from '../../account/PushSection.tsx'
import { CabinetIcon } from '../../cabinet/CabinetIcon.tsx'
import { QueryState } from '../../cabinet/QueryState.tsx'
import { isOfSetup, newSourceOf, newSourcePath, OF_SETUP } from '../../sources/source-routes.ts'
import { setupStepsQuery } from '../installation-queries.ts'
import { OwnSiteStep } from './OwnSiteStep.tsx'

interface Step {
  title: string
  /** what was done; null while the step is open */
  done: string | null
  content: ReactNode
}

/** Steps of the set-up after the administrator; how far it is follows from what exists (specification 28.3). */
export function SetupStepsPage() {
  const query = useQuery(setupStepsQuery)
  useDocumentTitle('Первая настройка')
  return (
    <section className="cabinet-page" aria-labelledby="setup-heading">
      <h1 id="setup-heading">Первая настройка</h1>
      <QueryState query={query}>{(steps) => <Steps steps={steps} />}</QueryState>
    </section>
  )
}

function Steps({ steps }: { steps: SetupSteps }) {
  const { username } = useSession()
  /** step that the person has opened; null for the first open one that was not skipped */
  const [chosen, setChosen] = useState<number | null>(null)
  const [skipped, setSkipped] = useState<readonly number[]>([])
  const list = stepsOf(steps, username, () => setChosen(null))
  const next = list.findIndex(({ done }, at) => done === null && !skipped.includes(at))
  const open = chosen ?? next
  const count = list.filter(({ done }) => done !== null).length
  const whole = useRef<HTMLDivElement>(null)
  const isFollowed = useRef(isOfSetup(useLocation().state))
  // The control that opened or finished a step was removed with it. Cached steps may have opened an earlier one before.
  useEffect(() => {
    const { activeElement, body } = document
    const isFree = activeElement === body || activeElement?.matches('.setup-title > h2')
    const target = open === -1 ? '[data-end]' : `li:nth-child(${open + 1}) h2`
    if (isFollowed.current && isFree) whole.current?.querySelector<HTMLElement>(target)?.focus()
    isFollowed.current = true
  }, [open])
  const skip = (at: number) => {
    setSkipped([...skipped, at])
    setChosen(null)
  }
  return (
    <div ref={whole} className="contents">
      <p className="text-14 text-muted" role="status">
        {count === list.length ? 'Всё готово.' : `Готово ${count} из ${list.length}.`} Порядок любой, к
        пропущенному можно вернуться из «Состояния».
      </p>
      <ol className="setup-steps grid gap-8">
        {list.map(({ title, done, content }, at) => (
          <SetupStep
            key={title}
            number={at + 1}
            title={title}
            done={done}
            isOpen={at === open}
            onOpen={content === null ? null : () => setChosen(at === open ? -1 : at)}
            onSkip={done === null ? () => skip(at) : null}
          >
            {content}
          </SetupStep>
        ))}
      </ol>
      <div className="panel-actions">
        <Link data-end to={ROUTES.home} className={`button button-${next === -1 ? 'primary' : 'secondary'}`}>
          На главную
        </Link>
      </div>
    </div>
  )
}

function stepsOf(steps: SetupSteps, username: string, onSaved: () => void): readonly Step[] {
  const { own, last_day: day } = steps
  const named = own.hosts.length > 0 ? own.hosts : own.recognised
  return [
    { title: 'Администратор', done: username, content: null },
    {
      title: 'Ваш сайт',
      done: named.length > 0 ? named.join(', ') : null,
      content: <OwnSiteStep key={own.hosts.join()} steps={steps} onSaved={onSaved} />,
    },
    {
      title: 'Первый прайс-лист',
      done: day === null ? null : `последние цены за ${formatDay(day)}`,
      content: <PriceListStep steps={steps} />,
    },
    {
      title: 'Проверка уведомлений',
      done: steps.reached ? 'приходят на ваше устройство или почту' : null,
      content: <DeliveryStep steps={steps} />,
    },
  ]
}

interface SetupStepProps {
  number: number
  title: string
  /** what was done; null while the step is open */
  done: string | null
  isOpen: boolean
  /** opens or closes the step; null if it has no content */
  onOpen: (() => void) | null
  onSkip: (() => void) | null
  children: ReactNode
}

/** Step of the set-up, whose content is shown while it is open. */
function SetupStep({ number, title, done, isOpen, onOpen, onSkip, children }: SetupStepProps) {
  const id = useId()
  return (
    <li className="setup-item" data-done={done === null ? undefined : true}>
      <span className="setup-number grid place-items-center font-semibold bg-sunken" aria-hidden="true">
        {done === null ? number : <CabinetIcon name="check" />}
      </span>
      <div className="setup-title">
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {(done !== null || !isOpen) && (
          <p className="text-14 text-muted wrap-anywhere">{done ?? 'не сделано'}</p>
        )}
      </div>
      {onOpen && !(isOpen && done === null) && (
        <Button variant="quiet" aria-expanded={isOpen} aria-describedby={id} onClick={onOpen}>
          {isOpen ? 'Свернуть' : done === null ? 'Открыть' : 'Изменить'}
        </Button>
      )}
      {isOpen && (
        <div className="setup-content grid gap-12">
          {children}
          {onSkip && (
            <Button variant="quiet" className="setup-skip" aria-describedby={id} onClick={onSkip}>
              Пропустить
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

/** Ways to the first prices: the assistant for price lists, with the own site filled in. */
function PriceListStep({ steps: { own, last_day: day } }: { steps: SetupSteps }) {
  const [site] = own.hosts
  return (
    <>
      <p className="text-14 text-muted">
        Подойдёт файл с этого компьютера, ссылка, почта, FTP или API: Excel, CSV, XML, JSON. Помощник сам
        узнает столбцы и покажет, что получилось, до загрузки.
      </p>
      <div className="panel-actions">
        <Link
          to={site === undefined ? newSourcePath : newSourceOf(site)}
          state={OF_SETUP}
          className={`button button-${day === null ? 'primary' : 'secondary'}`}
        >
          {day === null ? 'Добавить прайс-лист' : 'Добавить ещё один'}
        </Link>
        {day !== null && (
          <Link to={REPORTS['all-prices'].route} className="button button-primary">
            Открыть цены
          </Link>
        )}
      </div>
    </>
  )
}

/** Push and mail of this person, with their own tests (specification 3.6 and 3.18). */
export function DeliveryStep({ steps: { push, mail } }: { steps: SetupSteps }) {
  const isPushBuilt = VAPID_PUBLIC_KEY !== undefined
  const canPush = push && isPushBuilt
  return (
    <>
      <p className="text-14 text-muted">
        {canPush && 'Включите push и нажмите «Проверить push»: пробное уведомление придёт сразу. '}
        {mail && 'Письмо со ссылкой подтвердит почту. '}
        {!push &&
          'Push на сервере выключен: нужны ключи VAPID, их создаёт npm run push-keys -- new; затем запустите сервер снова командой npm start. '}
        {push &&
          !isPushBuilt &&
          'Push включён на сервере, но не в приложении: соберите его с открытым ключом сервера в VITE_VAPID_PUBLIC_KEY, npm start делает это сам. '}
        {!mail && 'Почта на сервере ещё не настроена: укажите SMTP_URL и перезапустите его.'}
      </p>
      {canPush && <PushSection />}
      {mail && <EmailSection />}
    </>
  )
}
