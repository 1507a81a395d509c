import { Link } from 'react-router-dom'
import { ROUTES } from '../../../contract/routes.ts'
import { failureText, isUnreachable } from '../../data/companion-calls.ts'
import { isSignInNeeded } from '../../data/errors.ts'
import { useSession } from '../../session/useSession.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'

/** Error message of a page that has no saved copy, with a button to retry or to sign in. */
export function LoadProblem({ error, onRetry }: { error: Error; onRetry(): void }) {
  const { signInAgain } = useSession()
  const [label, act] = isSignInNeeded(error) ? ['Войти снова', signInAgain] : ['Повторить', onRetry]
  const words = isUnreachable(error)
    ? 'Нет связи с сервером. Эта страница не хранится на устройстве: для неё нужна связь.'
    : failureText(error)
  return (
    <Alert
      action={
        wantsSecondFactor(words) ? (
          <SecondFactorLink />
        ) : (
          <Button variant="quiet" onClick={act}>
            {label}
          </Button>
        )
      }
    >
      {words}
    </Alert>
  )
}

/**
 * Returns whether a request was refused because the user must set up the second factor first (specification 11.8). Only
 * the message's text shows that.
 */
export const wantsSecondFactor = (words: string): boolean =>
  words.startsWith('Сначала включите второй фактор')

/** Link to the page on which the second factor is set up. */
export function SecondFactorLink() {
  return (
    <Link to={ROUTES.security} className="button button-quiet">
      Включить
    </Link>
  )
}
