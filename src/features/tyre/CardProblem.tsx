import { listed } from '../../../contract/lib/listed.ts'
import { type TyrePlace, UNKNOWN_TYRE } from '../../../contract/tyre/tyre-answer.ts'
import {
  bodyExcerpt,
  HttpError,
  isGatewayError,
  isSignInNeeded,
  messageOf,
  OfflineMissError,
  textField,
} from '../../data/errors.ts'
import { useSession } from '../../session/useSession.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDay } from '../../ui/format-moment.ts'
import type { Market } from '../market/market.ts'
import { money } from '../market/price-texts.ts'

interface CardProblemProps {
  /** whether the server offers tyre cards; undefined if unknown */
  offered: boolean | undefined
  error: Error | null
  /** whether the card displays the data of the table's row */
  fromRow: boolean
  /** opens the card for the last day with prices; undefined if the card is already for that day */
  onLastDay?: (() => void) | undefined
  /** opens the card without a comparison, which may be saved although that is not; undefined without a comparison */
  onUncompared?: (() => void) | undefined
  onRetry(): void
}

/** Reason why the card is incomplete or missing; nothing for a table's row at a server without cards. */
export function CardProblem({ offered, error, fromRow, onLastDay, onUncompared, onRetry }: CardProblemProps) {
  const { signInAgain } = useSession()
  if (offered === false && fromRow) return null
  // Only this 404 means that the tyre is unknown; others come from a gateway or concern an unknown path.
  const unknown =
    error instanceof HttpError && error.status === 404 && textField(error.body, 'error') === UNKNOWN_TYRE
  // The server rejected the request, so sending it again is pointless.
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
  if (error instanceof HttpError && error.status === 400) return `${bodyExcerpt(error)}.`
  return `Не удалось загрузить карточку. ${failureWords(error)}`
}

function failureWords(error: Error | null): string {
  if (error === null) return ''
  if (isGatewayError(error)) return `Сервер не отвечает (${error.status})`
  return error instanceof HttpError ? `${error.status} ${bodyExcerpt(error)}` : messageOf(error)
}

/** Maximum number of named sites. */
const NAMED = 6

interface MissingProps extends Omit<Market, 'places' | 'specs'> {
  /** city whose sites are listed; null for all cities */
  city: string | null
}

/** Lists sites that have no prices on one of the compared days, and sites that sell the tyre on only one of them. */
export function Missing({ city, late, uncompared, gone, appeared, compared, day }: MissingProps) {
  const isThere = (place: TyrePlace) => city === null || place.city === city
  const [left, come] = [gone.filter(isThere), appeared.filter(isThere)]
  return (
    <>
      {late.length > 0 && (
        <p className="text-13 text-muted">
          За {formatDay(day)} ещё нет цен:{' '}
          {listed(
            late.map(({ site, day: last }) => `${site} (последние за ${formatDay(last)})`),
            NAMED,
          )}
          .
        </p>
      )}
      {compared !== null && uncompared.length > 0 && (
        <p className="text-13 text-muted">
          За {formatDay(compared)} нет цен: {listed(uncompared, NAMED)}.
        </p>
      )}
      {left.length > 0 && (
        <p className="text-13 text-muted">
          {compared === null
            ? 'Больше не продают'
            : `Продавали ${formatDay(compared)}, ${formatDay(day)} нет`}
          : {listed(left.map(placeWords), NAMED)}.
        </p>
      )}
      {compared !== null && come.length > 0 && (
        <p className="text-13 text-muted">
          Не продавали {formatDay(compared)}: {listed(come.map(placeWords), NAMED)}.
        </p>
      )}
    </>
  )
}

function placeWords({ site, city, warehouse, retail, wholesale, cost }: TyrePlace): string {
  const at = [site, city, warehouse].filter(Boolean).join(' · ')
  return `${at} (${money(retail ?? wholesale ?? cost)})`
}
