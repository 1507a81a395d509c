import { Link } from 'react-router-dom'
import { ROUTES } from '../../../contract/routes.ts'

/**
 * Returns whether a refusal lasts until the second factor is set up (specification 11.8). It has no other mark than
 * its text.
 */
export const wantsSecondFactor = (words: string): boolean =>
  words.startsWith('Сначала включите второй фактор')

/** Link to the page where the second factor is set up. */
export function SecondFactorLink() {
  return (
    <Link to={ROUTES.security} className="button button-quiet">
      Включить
    </Link>
  )
}
