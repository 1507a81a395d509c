import { Link } from 'react-router-dom'
import { ROUTES } from '../../../contract/routes.ts'

/** Whether a refusal means: until the second factor is set up (specification 11.8). It has no other mark. */
export const wantsSecondFactor = (words: string): boolean =>
  words.startsWith('Сначала включите второй фактор')

/** Where it is set up. */
export function SecondFactorLink() {
  return (
    <Link to={ROUTES.security} className="button button-quiet">
      Включить
    </Link>
  )
}
