// Specification 6.8, 7.17, 10.7, 10.20

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ownSiteRule, parseCompanion } from './companion.ts'
import { ReadError } from './legacy/lenient-json.ts'

describe('the answer of a companion server', () => {
  it('lists the known offers, and the own hosts', () => {
    const answer = { version: 1, offers: ['proposal-rules', 'telepathy'], own_hosts: ['www.Shop.ru'] }
    expect(parseCompanion(JSON.stringify(answer))).toEqual({
      offers: ['proposal-rules'],
      ownHosts: ['shop.ru'],
    })
  })

  it.each(['{"version":1,"offers":[]}', '{"version":1,"offers":null,"own_hosts":null}'])(
    'may leave own hosts to the name rule: %s',
    (body) => {
      expect(parseCompanion(body)).toEqual({ offers: [], ownHosts: null })
    },
  )

  it.each(['<!doctype html>', '{}', '[]', 'null', '{"version":2,"offers":[]}', '{"error":"нет"}', ''])(
    'is rejected: %s',
    (body) => {
      expect(() => parseCompanion(body)).toThrow(ReadError)
    },
  )

  it('is read or rejected with a ReadError, for any input', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), (offers, hosts) => {
        const { ownHosts } = parseCompanion(`{"version":1,"offers":${offers},"own_hosts":${hosts}}`)
        expect(ownHosts === null).toBe(JSON.parse(hosts) === null)
      }),
    )
  })
})

describe('the own site', () => {
  it('is a host that the server names; without such hosts, any form of daikon', () => {
    const named = ownSiteRule(['shop.ru'])
    expect([named('shop.ru'), named('daikon.ru')]).toEqual([true, false])
    const byName = ownSiteRule(null)
    expect([byName('shop.ru'), byName('daikon.ru')]).toEqual([false, true])
  })
})
