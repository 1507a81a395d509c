import { UNKNOWN_TYRE } from '../../../contract/tyre/tyre-answer.ts'
import {
  HttpError,
  isGatewayError,
  isSignInNeeded,
  messageOf,
  OfflineMissError,
  shownBody,
  textField,
} from '../../data/errors.ts'
import { useSession } from '../../session/useSession.ts'
import { Button } from '../../ui/Button.tsx'

interface CardProblemProps {
  /** undefined while that is unknown */
  offered: boolean | undefined
  error: Error | null
  /** the card shows what the table's row says */
  fromRow: boolean
  /** shows the last day with prices; undefined if that was asked for */
  onLastDay?: (() => void) | undefined
  /** shows the day alone, which may be saved where the comparison is not; undefined without a comparison */
  onUncompared?: (() => void) | undefined
  onRetry(): void
}

/** Why the card is not whole, or why there is none. Renders nothing for a row before a backend without cards. */
export function CardProblem({ offered, error, fromRow, onLastDay, onUncompared, onRetry }: CardProblemProps) {
  const { signInAgain } = useSession()
  if (offered === false && fromRow) return null
  // Other 404s, such as a gateway's or that of a path the server does not know, say nothing of tyres.
  const unknown =
    error instanceof HttpError && error.status === 404 && textField(error.body, 'error') === UNKNOWN_TYRE
  // Asked again, a bad request stays one.
  const refused = error instanceof HttpError && error.status === 400
  return (
    <div className="tyre-note" role="status">
      <p>{words(offered, error, unknown, onUncompared !== undefined)}</p>
      {fromRow && <p>Показано то, что есть в строке отчёта.</p>}
      {isSignInNeeded(error) ? (
        <Button variant="quiet" onClick={signInAgain}>
          Войти снова
        </Button>
      ) : (
        offered !== false &&
        !unknown &&
        (refused ? (
          onLastDay && <Button onClick={onLastDay}>Показать последний день</Button>
        ) : (
          <>
            <Button onClick={onRetry}>Повторить</Button>
            {onUncompared && error instanceof OfflineMissError && (
              <Button variant="quiet" onClick={onUncompared}>
                Показать без сравнения
              </Button>
            )}
          </>
        ))
      )}
    </div>
  )
}

function words(
  offered: boolean | undefined,
  error: Error | null,
  unknown: boolean,
  isCompared: boolean,
): string {
  if (offered === false) return 'Этот сервер не хранит карточек шин. Откройте шину из таблицы отчёта.'
  if (unknown) return 'Такой шины нет: её нет в каталоге или ссылка устарела.'
  if (error instanceof OfflineMissError) {
    const what = isCompared
      ? 'сравнение с этим днём ещё не сохранялось'
      : 'карточка этой шины ещё не сохранялась'
    return `Нет связи с сервером, а ${what} на устройстве.`
  }
  if (error instanceof HttpError && error.status === 400) return `${shownBody(error)}.`
  return `Не удалось загрузить карточку. ${failureWords(error)}`
}

function failureWords(error: Error | null): string {
  if (error === null) return ''
  if (isGatewayError(error)) return `Сервер не отвечает (${error.status})`
  return error instanceof HttpError ? `${error.status} ${shownBody(error)}` : messageOf(error)
}
