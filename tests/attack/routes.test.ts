// Specification 11.12: every route has a limit, and an entry in the audit log or a reason why it needs none.
// `UPDATE_ROUTES=1 npm run unit -- tests/attack/routes.test.ts` writes new rows into docs/security.md.

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import type { FastifyInstance, FastifyRequest, InjectOptions, RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AUDIT_EVENTS } from '../../contract/account/audit-log.ts'
import type {} from '../../server/features/auth/http/audited-routes.ts'
import { declaredCalls } from '../support/declared-calls.ts'
import { SECRET, temporaryFolder } from '../support/processes.ts'
import { type TestWire, testWire } from '../support/wire.ts'

const DOCUMENT = 'docs/security.md'
const SECTION = /(### Routes: limit and journal\n\n[^|#]*)((?:\|.*\n)*)/
const HEAD = ['| route | who | limit a minute | journal |', '|---|---|---|---|']

interface Route {
  name: string
  who: string
  limit: string
  /** event that the route's configuration demands */
  audited: string | undefined
}

const folder = temporaryFolder()
let wire: TestWire
let routes: Route[]
beforeAll(async () => {
  const found: RouteOptions[] = []
  const collect = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => void found.push(route))
  subscribe('fastify.initialization', collect)
  writeFileSync(`${folder.path}/index.html`, '')
  wire = await testWire({ DEMO: '1', METRICS_TOKEN: SECRET, SIGN_IN_LIMIT: '20' }, undefined, folder.path)
  unsubscribe('fastify.initialization', collect)
  await wire.app.ready()
  routes = []
  for (const route of found) {
    const methods = [route.method].flat()
    if (methods.join() !== 'HEAD') routes.push(await described(route, methods, routes.length))
  }
})
afterAll(async () => {
  await wire?.close()
  folder.remove()
})

async function described(route: RouteOptions, methods: string[], index: number): Promise<Route> {
  const who = await admitted({ method: methods[0] as 'GET', url: route.url.replace(/:\w+|\*/g, '0') }, index)
  const { rateLimit, audited } = route.config ?? {}
  const { max, keyGenerator } = rateLimit || {}
  const isPerson = who !== 'anyone' && who !== 'a key'
  const asked = { session: isPerson ? {} : null } as FastifyRequest
  const most = typeof max === 'function' ? await max(asked, '') : max
  const per =
    keyGenerator?.name === 'bySession' ? 'a session' : keyGenerator && isPerson ? 'a person' : 'an address'
  return {
    name: `${methods.join(', ')} ${route.url}`,
    who,
    limit: most ? `${most} ${per}` : 'none',
    audited: audited?.event,
  }
}

/** Returns who passes the guards. Refusals are limited for each user, so several users ask. */
async function admitted(request: InjectOptions, index: number): Promise<string> {
  const anybody = await wire.app.inject(request)
  if (anybody.statusCode !== 401) return 'anyone'
  const { statusCode, body } = await wire.as(`seller ${Math.floor(index / 20)}`, request)
  if (body.includes('Нужны права администратора')) return 'administrators'
  if (body.includes('Нужны права аналитика')) return 'analysts'
  return statusCode === 401 ? 'a key' : 'users'
}

/** Returns the cells of the document's rows by route. */
function documented(): Map<string, string[]> {
  const [, , table = ''] = SECTION.exec(readFileSync(DOCUMENT, 'utf8')) ?? []
  const rows = table.trim().split('\n').slice(2)
  return new Map(rows.map((row) => row.slice(2, -2).split(' | ')).map((cells) => [cells[0] ?? '', cells]))
}

const rowOf = ({ name, who, limit }: Route, journal: string) => [`\`${name}\``, who, limit, journal]

function writeTable(): void {
  const known = documented()
  const rows = routes.map((route) => {
    const journal = known.get(`\`${route.name}\``)?.[3] ?? (route.name.startsWith('GET') ? '— reads' : '?')
    return `| ${rowOf(route, route.audited ?? journal).join(' | ')} |`
  })
  const text = readFileSync(DOCUMENT, 'utf8')
  writeFileSync(
    DOCUMENT,
    text.replace(SECTION, (_, title: string) => `${title}${[...HEAD, ...rows].join('\n')}\n`),
  )
}

describe('every route', () => {
  it('has a limit', () => {
    expect(routes.length).toBeGreaterThan(150)
    expect(routes.filter(({ limit }) => limit === 'none')).toEqual([])
  })

  it('has a row in the list, with who may call it, its limit, and its event or a reason for none', () => {
    if (process.env.UPDATE_ROUTES) writeTable()
    const known = documented()
    expect([...known.keys()]).toEqual(routes.map(({ name }) => `\`${name}\``))
    for (const route of routes) {
      const journal = known.get(`\`${route.name}\``)?.[3] ?? ''
      expect(known.get(`\`${route.name}\``)).toEqual(rowOf(route, route.audited ?? journal))
      if (!journal.startsWith('— ')) {
        for (const event of journal.split(', ')) expect(Object.keys(AUDIT_EVENTS)).toContain(event)
      }
    }
  })

  it('that answers with a file writes who exported what, except for feeds, which record their readers', async () => {
    const declared = (await declaredCalls()).filter(({ file }) => file)
    expect(declared.length).toBeGreaterThan(5)
    for (const { method, path } of declared)
      expect(routes.find(({ name }) => name === `${method} ${path}`)).toMatchObject({
        audited: 'data exported',
      })
    const byHand = globSync('server/features/**/*-routes.ts').filter((file) => {
      const text = readFileSync(file, 'utf8')
      return text.includes('attachment; filename=') && !text.includes('audited: DATA_EXPORT_AUDIT')
    })
    expect(byHand).toEqual(['server/features/outlets/feed-routes.ts'])
  })
})

describe('the entries of routes', () => {
  const written = (event: string) =>
    wire.database.db.all<{ details: string; username: string }>(
      `SELECT a.details, u.username FROM audit_log a JOIN users u ON u.id = a.user_id WHERE a.event = ? ORDER BY a.id`,
      event,
    )
  const asAdmin = async (request: InjectOptions) => {
    if (!admin) {
      await wire.addUser('boss', { role: 'admin' })
      admin = (await wire.signIn('boss')).token
    }
    return wire.app.inject({ ...request, headers: { authorization: `Bearer ${admin}` } })
  }
  let admin: string | undefined

  it('name the export and its choice, once for each request within the limit', async () => {
    const url = '/api/notifications/downloadTable?nID=77'
    const statuses: number[] = []
    for (let n = 0; n < 122; n++) statuses.push((await wire.as('exporter', { url })).statusCode)
    expect(statuses.indexOf(429)).toBe(120)
    const entries = (await written('data exported')).filter(({ username }) => username === 'exporter')
    expect(entries).toHaveLength(120)
    expect(entries[0]).toEqual({ details: 'Таблица уведомления, 77', username: 'exporter' })
  })

  it('name the host that is called and the use of stored secrets, and no secret of the address', async () => {
    const address = 'https://user:hidden@price.example/list?key=hidden'
    const url = '/api/companion/source-files/fetch'
    await asAdmin({ method: 'POST', url, payload: { address, source: 'none' } })
    await asAdmin({
      method: 'POST',
      url: '/api/companion/shop-looks',
      payload: { address: 'shop.example/tyres' },
    })
    expect(await written('file fetched')).toEqual([
      { details: 'price.example, с сохранённым доступом', username: 'boss' },
    ])
    expect(await written('shop read')).toEqual([{ details: 'shop.example', username: 'boss' }])
  })

  it('leave answers of documented calls without headers of limits', async () => {
    const { headers } = await wire.as('reader', { url: '/api/filters' })
    expect(Object.keys(headers).filter((name) => name.includes('ratelimit'))).toEqual([])
  })
})
