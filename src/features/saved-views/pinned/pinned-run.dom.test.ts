import { expect, it } from 'vitest'
import { requestOfView } from './pins.ts'

const VIEW = {
  id: '0'.repeat(32),
  name: 'Утро',
  report: 'retail',
  query: 'brand=Zorki&in=Томск&view=market&sort=-market.own&only=dearer',
  day: 'latest',
  scope: 'own',
  owner: '',
  version: 0,
  mine: true,
  editable: true,
} as const
const LATEST = '2026-11-20'

it('requestOfView sorts pages on the server if it can (specification 18.6)', () => {
  const request = requestOfView(VIEW, { latest: LATEST, offers: ['order'] })
  expect(request).toMatchObject({ date: LATEST, filters: { brand: 'Zorki' } })
  expect(request.arranged).toEqual([
    ['sort', '-market.own'],
    ['only', 'dearer'],
    ['in', 'Томск'],
    ['kind', 'retail'],
  ])
})

it('requestOfView uses the server’s order if the server cannot sort', () => {
  expect(requestOfView(VIEW, { latest: LATEST, offers: [] }).arranged).toEqual([])
})
