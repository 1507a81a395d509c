import './first-admin.css'
import { useCallback, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { SETUP_CODE_LENGTH, SetupAnswer } from '../../../../contract/installation/first-admin.ts'
import { SETUP_PATH, STATUS_ROUTE } from '../../../../contract/installation/installation-paths.ts'
import { MessageAnswer } from '../../../../contract/lib/schemas.ts'
import { ROUTES } from '../../../../contract/routes.ts'
import { jsonBody, sendOnce } from '../../../data/client.ts'
import { answerOf, failureText } from '../../../data/companion-calls.ts'
import { HttpError } from '../../../data/errors.ts'
import { useForm } from '../../../data/useForm.ts'
import { registerWorker } from '../../../pwa/registration.ts'
import { originState } from '../../../session/origin.ts'
import { useSession } from '../../../session/useSession.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Brand } from '../../../ui/Brand.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { NewPasswordFields } from '../../../ui/NewPasswordFields.tsx'
import { useDocumentTitle } from '../../../ui/useDocumentTitle.ts'
import { OF_SETUP } from '../../sources/source-routes.ts'

/** The login screen leads there, at once if somebody is signed in. */
const TO_STEPS = originState({ pathname: `${STATUS_ROUTE}/setup`, search: '', hash: '' })

type State = 'checking' | 'open' | 'over' | { problem: string }

/** First page of an installation without users: it creates the administrator (specification 28.1 and 28.2). */
export function SetupPage() {
  const navigate = useNavigate()
  const [state, setState] = useState<State>('checking')
  useDocumentTitle('Первая настройка')
  const check = useCallback((signal: AbortSignal) => {
    setState('checking')
    isSetupOpen(signal).then(
      (isOpen) => setState(isOpen ? 'open' : 'over'),
      (error: unknown) => {
        if (!signal.aborted) setState({ problem: failureText(error) })
      },
    )
  }, [])
  useEffect(() => {
    const stop = new AbortController()
    check(stop.signal)
    return () => stop.abort()
  }, [check])
  return (
    <main className="login">
      <div className="login-card setup-card">
        <Brand />
        <header className="grid gap-4">
          <h1>Первая настройка</h1>
          {state === 'open' && <p className="text-14 text-muted">Шаг 1 из 4: администратор</p>}
        </header>
        {state === 'checking' && <Loading />}
        {state === 'open' && <SetupForm onOver={() => setState('over')} />}
        {state === 'over' && (
          <>
            <Alert tone="info">Администратор уже создан. Остальные шаги — после входа, в «Состоянии».</Alert>
            <Button
              variant="primary"
              onClick={() => navigate(ROUTES.login, { replace: true, state: TO_STEPS })}
            >
              Войти
            </Button>
          </>
        )}
        {typeof state === 'object' && (
          <Alert
            action={
              <Button variant="quiet" onClick={() => check(new AbortController().signal)}>
                Повторить
              </Button>
            }
          >
            {state.problem}
          </Alert>
        )}
      </div>
    </main>
  )
}

type Field = 'code' | 'username' | 'password' | 'again'

/** Code within a line of the log. */
const CODE = /\b\w{4}-\w{4}-\w{4}\b/g

/** Returns the code in what was entered, which may be the whole line of the log. */
const codeIn = (text: string): string => text.match(CODE)?.at(-1) ?? text.trim()

/** Returns whether a text has as many letters and digits as a code. */
const isWhole = (code: string): boolean => code.replace(/[^\p{L}\p{N}]/gu, '').length === SETUP_CODE_LENGTH

/** Beginning of the server's refusals of a name; all others with 400 are about the password. */
const ABOUT_NAME = /^(?:Логин|В имени)/

function fieldOf(error: unknown): Field | null {
  const status = error instanceof HttpError ? error.status : 0
  if (status === 403) return 'code'
  if (status !== 400) return null
  return ABOUT_NAME.test(failureText(error)) ? 'username' : 'password'
}

const PLAIN = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

/** Form that creates the first administrator and signs in. */
function SetupForm({ onOver }: { onOver(): void }) {
  const { signIn } = useSession()
  const navigate = useNavigate()
  const id = useId()
  const { busy, onSubmit, problemAt } = useForm<Field>({
    names: ['code', 'username', 'password', 'again'],
    check(values) {
      const code = codeIn(values.code)
      if (code === '') return { field: 'code', words: 'Введите код из журнала сервера.' }
      if (!isWhole(code))
        return {
          field: 'code',
          words: 'В коде двенадцать букв и цифр: он в журнале сервера, в строке «Первая настройка».',
        }
      if (values.username.trim() === '') return { field: 'username', words: 'Придумайте логин.' }
      return values.password === values.again ? null : { field: 'again', words: 'Пароли не совпадают.' }
    },
    async send(values) {
      const [code, username, password] = [codeIn(values.code), values.username.trim(), values.password]
      try {
        await createFirstAdministrator({ code, username, password })
      } catch (error) {
        if (!isOver(error)) throw error
        onOver()
        return null
      }
      const refusal = await signIn(username, password)
      // The server has no worker's script before the set-up (specification 28.1), and push needs the worker.
      void registerWorker()
      if (refusal === null) navigate(`${STATUS_ROUTE}/setup`, { replace: true, state: OF_SETUP })
      else navigate(ROUTES.login, { replace: true })
      return null
    },
    fieldOf,
  })
  return (
    <form className="login-form" onSubmit={onSubmit} noValidate>
      <TextField
        {...PLAIN}
        id={`${id}-code`}
        name="code"
        className="setup-code"
        label="Код настройки"
        hint="Сервер печатает его при запуске, в строке «Первая настройка» своего журнала. Так посторонний не настроит его за вас."
        problem={problemAt('code')}
      />
      <TextField
        {...PLAIN}
        id={`${id}-username`}
        name="username"
        label="Логин администратора"
        autoComplete="username"
        problem={problemAt('username')}
      />
      <NewPasswordFields label="Пароль" problemAt={problemAt} />
      {problemAt(null) !== null && <Alert>{problemAt(null)}</Alert>}
      <Button type="submit" variant="primary" blocked={busy}>
        {busy ? 'Создаём...' : 'Создать и войти'}
      </Button>
      <p className="text-14 text-muted">
        Дальше: ваш сайт, первый прайс-лист и проверка уведомлений. Их можно пропустить и вернуться позже.
      </p>
    </form>
  )
}

/**
 * Returns whether the installation has no users yet (specification 28.2).
 * @throws errors of answerOf or fetch
 */
async function isSetupOpen(signal: AbortSignal): Promise<boolean> {
  try {
    return (await answerOf(SetupAnswer, await sendOnce(SETUP_PATH, { signal }, null))).open
  } catch (error) {
    if (isOver(error)) return false
    throw error
  }
}

/** Returns whether a failure means that there are users already, or that the backend has no set-up. */
const isOver = (error: unknown): boolean =>
  error instanceof HttpError && [404, 405, 409, 501].includes(error.status)

interface FirstAdministrator {
  code: string
  username: string
  password: string
}

/**
 * Creates the first administrator.
 * @throws errors of answerOf or fetch
 */
async function createFirstAdministrator(first: FirstAdministrator): Promise<void> {
  const sent = await sendOnce(SETUP_PATH, { method: 'POST', ...jsonBody(first) }, null)
  await answerOf(MessageAnswer, sent)
}
