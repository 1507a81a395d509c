// Specification 2.2, 20.2

import { expect, it } from 'vitest'
import { ROUTES } from '../../contract/routes.ts'
import { DESTINATIONS } from './destinations.ts'

/** Routes that no menu leads to: the card needs a tyre, the bare cabinet redirects, the others need no session. */
const OTHERS: readonly string[] = [ROUTES.tyre, ROUTES.profile, ROUTES.login, ROUTES.passwordReset]

it('DESTINATIONS contains every route that can be opened by itself', () => {
  const reached = DESTINATIONS.map(({ to }) => to)
  expect(
    Object.values(ROUTES).filter((route) => !OTHERS.includes(route) && !reached.includes(route)),
  ).toEqual([])
})
