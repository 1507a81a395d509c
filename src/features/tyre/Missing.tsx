import type { TyrePlace } from '../../../contract/tyre/tyre-answer.ts'
import { formatDay } from '../../ui/format-moment.ts'
import type { Market } from '../market/market.ts'
import { listed, money } from '../market/texts.ts'

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
