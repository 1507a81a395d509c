import { useQuery } from '@tanstack/react-query'
import { SECURITY_CALLS } from '../../../../contract/account/security-calls.ts'
import { call } from '../../../data/send-call.ts'
import { useDocumentTitle } from '../../../ui/useDocumentTitle.ts'
import { OfferedPage } from '../../cabinet/OfferedPage.tsx'
import { QueryState } from '../../cabinet/QueryState.tsx'
import { SecondFactorSection } from './SecondFactorSection.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import './security.css'
import { type FormEvent, useId, useState } from 'react'
import { failureText } from '../../../data/companion-calls.ts'
import { HttpError } from '../../../data/errors.ts'
import { useSession } from '../../../session/useSession.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { formatMoment } from '../../../ui/format-moment.ts'
import { PasswordField } from '../../../ui/PasswordField.tsx'

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

interface Problem {
  /** field to which the message belongs; null for the whole form */
  field: 'current' | 'password' | 'again' | null
  words: string
}

/**
 * Returns the message about an error and the field to which it belongs: status 403 means a wrong current password
 * (specification 11.2), 400 an invalid new one.
 */
function problemOf(error: unknown): Problem {
  const status = error instanceof HttpError ? error.status : null
  const field = status === 403 ? 'current' : status === 400 ? 'password' : null
  return { field, words: failureText(error) }
}

/** Section to change the password (specification 11.2). */
function PasswordSection({ changedAt, onChanged }: PasswordSectionProps) {
  const { username } = useSession()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [done, setDone] = useState(false)
  const id = useId()
  const at = (field: Problem['field']) => (problem?.field === field ? problem.words : null)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const [current = '', password = '', again = ''] = ['current', 'password', 'again'].map((name) =>
      String(new FormData(form).get(name) ?? ''),
    )
    const refuse = (refusal: Problem) => {
      setProblem(refusal)
      const field = form.elements.namedItem(refusal.field ?? '')
      if (field instanceof HTMLInputElement) field.focus()
    }
    setProblem(null)
    setDone(false)
    if (password !== again) return refuse({ field: 'again', words: 'Пароли не совпадают.' })
    setBusy(true)
    try {
      await call(SECURITY_CALLS.changePassword, { current, password })
      form.reset()
      setDone(true)
      void onChanged()
    } catch (error) {
      refuse(problemOf(error))
    } finally {
      setBusy(false)
    }
  }

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
        onSubmit={submit}
        noValidate
      >
        {/* Names the account for password managers. */}
        <input hidden name="username" autoComplete="username" defaultValue={username} />
        <PasswordField label="Текущий пароль" name="current" problem={at('current')} />
        <PasswordField
          label="Новый пароль"
          autoComplete="new-password"
          hint="Не меньше 8 символов"
          problem={at('password')}
        />
        <PasswordField
          label="Новый пароль ещё раз"
          name="again"
          autoComplete="new-password"
          problem={at('again')}
        />
        <Button type="submit" variant="primary" blocked={busy}>
          {busy ? 'Меняем...' : 'Сменить пароль'}
        </Button>
      </form>
      {problem?.field === null && <Alert onDismiss={() => setProblem(null)}>{problem.words}</Alert>}
      {done && (
        <Alert tone="success" onDismiss={() => setDone(false)}>
          Пароль изменён, остальные сеансы завершены.
        </Alert>
      )}
    </section>
  )
}
