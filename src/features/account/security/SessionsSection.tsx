import { useId, useRef, useState } from 'react'
import type { Security } from '../../../../contract/account/security.ts'
import { SECURITY_CALLS } from '../../../../contract/account/security-calls.ts'
import { call } from '../../../data/send-call.ts'
import { useAction } from '../../../data/useAction.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { DoneAlert } from '../../../ui/DoneAlert.tsx'
import { formatMoment } from '../../../ui/format-moment.ts'
import { CabinetIcon } from '../../cabinet/CabinetIcon.tsx'

type ActiveSession = Security['sessions'][number]

interface SessionsSectionProps {
  sessions: readonly ActiveSession[]
  onChanged(): Promise<unknown>
}

/** Section of the active sessions (specification 11.5). */
export function SessionsSection({ sessions, onChanged }: SessionsSectionProps) {
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
