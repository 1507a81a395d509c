// Specification 13.1

import { describe, expect, it } from 'vitest'
import { KIND_SETTINGS, type KindSettings, type SourceKind } from '../../../../contract/sources/source.ts'
import { sourceInput } from '../../../../tests/support/sources.ts'
import { checkInput } from '../check-input.ts'
import { KINDS } from './source-kinds.ts'

const MAIL = {
  folder: '',
  from: 'a@b.ru',
  subject: '',
  attachment: '',
  proof: '',
  move_to: '',
  valid_days: 3,
}
const CRAWL = {
  ...{
    sitemaps: [],
    starts: ['https://a.ru/'],
    lists: ['/tyres/*'],
    products: [],
    cities: null,
    hours: null,
  },
  ...{ pause: 1, rest_days: 7, completeness: 70 },
}
const API = { login: null, request: { method: 'GET', headers: [], body: null }, paging: null }

/** Address of each kind, and the settings that only it keeps. */
const OWN: Readonly<Record<SourceKind, { address: string; keeps: readonly (keyof KindSettings)[] }>> = {
  address: { address: 'https://a.ru/price.csv', keeps: ['api'] },
  upload: { address: '', keeps: [] },
  pages: { address: '', keeps: [] },
  shop: { address: 'https://a.ru/', keeps: ['crawl'] },
  mail: { address: 'imaps://imap.a.ru/', keeps: ['mail'] },
}

describe.each(Object.keys(KINDS) as SourceKind[])('the kind %s', (kind) => {
  const { address, keeps } = OWN[kind]
  const given = { kind, address, times: ['06:30'], mail: MAIL, crawl: CRAWL, api: API }
  const { settings } = checkInput(sourceInput(given) as never, new Set())

  it('keeps its own settings and drops those of other kinds', () => {
    const kept = Object.keys(KIND_SETTINGS).filter((name) => settings[name as keyof KindSettings] !== null)
    expect(kept).toEqual(keeps)
  })

  it('has an address and a schedule if it fetches its prices', () => {
    const fetches = KINDS[kind].fetch !== undefined
    expect(settings.address !== '').toBe(fetches)
    expect(settings.times).toEqual(fetches ? ['06:30'] : [])
  })

  it('reads pages with a mapping of its own, and lists with the one of its settings', () => {
    expect(settings.mapping !== sourceInput().mapping && settings.mapping.format === 'jsonl').toBe(
      KINDS[kind].readsPages === true,
    )
  })
})
