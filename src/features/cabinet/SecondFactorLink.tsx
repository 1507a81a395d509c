import { Link } from 'react-router-dom'
import { ROUTES } from '../../../contract/routes.ts'

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
