import { useQuery } from '@tanstack/react-query'
import { SECURITY_CALLS } from '../../../../contract/account/security-calls.ts'
import { call } from '../../../data/send-call.ts'
import { useForm } from '../../../data/useForm.ts'
import { useDocumentTitle } from '../../../ui/useDocumentTitle.ts'
import { OfferedPage } from '../../cabinet/OfferedPage.tsx'
import { QueryState } from '../../cabinet/QueryState.tsx'
import { SecondFactorSection } from './SecondFactorSection.tsx'
import './security.css'
import { useId, useRef, useState } from 'react'
import type { Security } from '../../../../contract/account/security.ts'
import { HttpError } from '../../../data/errors.ts'
import { useAction } from '../../../data/useAction.ts'
import { useSession } from '../../../session/useSession.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { DoneAlert } from '../../../ui/DoneAlert.tsx'
import { formatMoment } from '../../../ui/format-moment.ts'
import { NewPasswordFields } from '../../../ui/NewPasswordFields.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { CabinetIcon } from '../../cabinet/CabinetIcon.tsx'

/** Page for the password, the sessions and the second factor (specification 11.2, 11.5 and 11.7). */
export function SecurityPage() {
  useDocumentTitle('Безопасность')
  return (
    <section className="cabinet-page" aria-labelledby="security-heading">
      <h1 id="security-heading">Безопасность</h1>
      <OfferedPage offer="security">
        <SecurityContent />
      </OfferedPage>
    </section>
  )
}

function SecurityContent() {
  const query = useQuery({
    queryKey: ['security'],
    queryFn: ({ signal }) => call(SECURITY_CALLS.page, {}, signal),
  })
  return (
    <QueryState query={query}>
      {({ password_changed_at: changedAt, second_factor: secondFactor, sessions }) => (
        <>
          <PasswordSection changedAt={changedAt} onChanged={query.refetch} />
          <SecondFactorSection secondFactor={secondFactor} onChanged={query.refetch} />
          <SessionsSection sessions={sessions} onChanged={query.refetch} />
        </>
      )}
    </QueryState>
  )
}

interface PasswordSectionProps {
  /** time of the last change, ISO 8601; null if the password was never changed */
  changedAt: string | null
  onChanged(): unknown
}

/** Section to change the password (specification 11.2). */
function PasswordSection({ changedAt, onChanged }: PasswordSectionProps) {
  const { username } = useSession()
  const [done, setDone] = useState(false)
  const id = useId()
  const { busy, onSubmit, problemAt, dismiss } = useForm({
    names: ['current', 'password', 'again'],
    check({ password, again }) {
      setDone(false)
      return password === again ? null : { field: 'again', words: 'Пароли не совпадают.' }
    },
    async send({ current, password }) {
      await call(SECURITY_CALLS.changePassword, { current, password })
      setDone(true)
      void onChanged()
      return null
    },
    // Status 403 means a wrong current password (specification 11.2), 400 an invalid new one.
    fieldOf: (error) =>
      !(error instanceof HttpError)
        ? null
        : error.status === 403
          ? 'current'
          : error.status === 400
            ? 'password'
            : null,
  })
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>Пароль</h2>
      <p className="panel-words">
        {changedAt === null ? (
          'Ещё не менялся.'
        ) : (
          <>
            Изменён <time dateTime={changedAt}>{formatMoment(changedAt)}</time>.
          </>
        )}{' '}
        После смены пароля все сеансы, кроме этого, завершатся.
      </p>
      <form
        className="password-form grid items-start gap-16"
        aria-labelledby={id}
        onSubmit={onSubmit}
        noValidate
      >
        {/* Names the account for password managers. */}
        <input hidden name="username" autoComplete="username" defaultValue={username} />
        <PasswordField label="Текущий пароль" name="current" problem={problemAt('current')} />
        <NewPasswordFields label="Новый пароль" problemAt={problemAt} />
        <Button type="submit" variant="primary" blocked={busy}>
          {busy ? 'Меняем...' : 'Сменить пароль'}
        </Button>
      </form>
      {problemAt(null) !== null && <Alert onDismiss={dismiss}>{problemAt(null)}</Alert>}
      {done && (
        <Alert tone="success" onDismiss={() => setDone(false)}>
          Пароль изменён, остальные сеансы завершены.
        </Alert>
      )}
    </section>
  )
}

type ActiveSession = Security['sessions'][number]

interface SessionsSectionProps {
  sessions: readonly ActiveSession[]
  onChanged(): Promise<unknown>
}

/** Section of the active sessions (specification 11.5). */
function SessionsSection({ sessions, onChanged }: SessionsSectionProps) {
  const { busy, problem, run, dismiss } = useAction()
  const [done, setDone] = useState<string | null>(null)
  const [asked, setAsked] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()

  const end = async (session?: string) => {
    setDone(null)
    setAsked(false)
    if (!(await run(() => call(SECURITY_CALLS.endSessions, session === undefined ? {} : { id: session }))))
      return
    setDone(session === undefined ? 'Остальные сеансы завершены.' : 'Сеанс завершён.')
    await onChanged()
    // Focuses the heading, because the pressed button was removed.
    heading.current?.focus()
  }

  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        Активные сеансы
      </h2>
      <ul className="grid list-none">
        {sessions.map((session) => (
          <SessionItem key={session.id} shown={session} busy={busy} onEnd={() => void end(session.id)} />
        ))}
      </ul>
      {problem !== null && <Alert onDismiss={dismiss}>{problem}</Alert>}
      <DoneAlert words={done} onDismiss={() => setDone(null)} />
      {sessions.length > 1 && (
        <div className="panel-actions">
          <Button blocked={busy} onClick={() => setAsked(true)}>
            Завершить остальные
          </Button>
        </div>
      )}
      {asked && (
        <ConfirmDialog
          title="Завершить остальные сеансы?"
          agree="Завершить"
          onAgree={() => void end()}
          onClose={() => setAsked(false)}
        >
          <p>На всех устройствах, кроме этого, нужно будет войти снова.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

function SessionItem({ shown, busy, onEnd }: { shown: ActiveSession; busy: boolean; onEnd(): void }) {
  const { address, signed_in_at: signedInAt, seen_at: seenAt, current } = shown
  const device = shown.device || 'Неизвестное устройство'
  return (
    <li className="session grid items-center gap-8-16">
      <span className="session-icon grid place-items-center text-muted bg-sunken">
        <CabinetIcon name="monitor" />
      </span>
      <div className="session-words text-14 text-muted wrap-anywhere tabular-nums">
        <p className="flex flex-wrap items-center gap-4-8 text-16 text-plain">
          <strong>{device}</strong>{' '}
          {current && (
            <span className="state-chip" data-tone="good">
              Это устройство
            </span>
          )}
        </p>
        <p>{address || 'Адрес неизвестен'}</p>
        <p>
          Вход <time dateTime={signedInAt}>{formatMoment(signedInAt)}</time>, активность{' '}
          <time dateTime={seenAt}>{formatMoment(seenAt)}</time>
        </p>
      </div>
      {!current && (
        <Button
          aria-label={`Завершить сеанс: ${[device, address].filter(Boolean).join(', ')}`}
          blocked={busy}
          onClick={onEnd}
        >
          Завершить
        </Button>
      )}
    </li>
  )
}
