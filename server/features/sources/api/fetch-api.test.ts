// Specification 13.18

import { readdirSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SourceApi } from '../../../../contract/sources/api.ts'
import { FAULTS, type FeedServer, serving, startFeedServer } from '../../../../tests/support/feed-server.ts'
import { temporaryFolder } from '../../../../tests/support/processes.ts'
import {
  API_PASSWORD,
  API_SECRETS,
  API_USER,
  apiAt,
  json,
  loginAt,
  type SupplierApi,
  startSupplierApi,
} from '../../../../tests/support/supplier-api.ts'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import type { FetchLimits } from '../fetch-request.ts'
import { fetchListFile } from '../remote/fetch-list-file.ts'
import type { SourceSecrets } from '../source.ts'

let supplier: SupplierApi
let other: FeedServer
let folder: ReturnType<typeof temporaryFolder>
beforeEach(async () => {
  supplier = await startSupplierApi()
  supplier.records = tyres(5)
  other = await startFeedServer()
  folder = temporaryFolder()
})
afterEach(async () => {
  await supplier.close()
  await other.close()
  folder.remove()
})

const tyres = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ code: `X${n}`, name: `Шина\n${n}` }))
const BY_PAGE = { by: 'page', parameter: 'page' } as const
const path = () => join(folder.path, 'file')

function get(
  api: SourceApi,
  over: {
    secrets?: SourceSecrets
    pages?: number
    address?: string
    typed?: string[]
    limits?: Partial<FetchLimits>
  } = {},
) {
  const { limits, secrets = API_SECRETS, address = supplier.address, pages, typed } = over
  return fetchListFile(
    { address, api, secrets, pages, typed, path: path(), signal: new AbortController().signal },
    {
      userAgent: 'tyre-price-monitor',
      allowedHosts: new Set([supplier.feed.host, other.host]),
      ...{ fetchMegabytes: 5, fetchSeconds: 60, stallSeconds: 30, fetchMinKilobytes: 0 },
      ...limits,
    },
  )
}

const written = () =>
  readFileSync(path(), 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))

/** Returns the failure's message and whether a retry can help; no file and no secret may remain. */
async function failure(fetched: Promise<unknown>): Promise<[message: string, again: boolean]> {
  const error = await fetched.then(
    () => new Error('it did not fail'),
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(FetchFailure)
  expect(readdirSync(folder.path)).toEqual([])
  expect(error.message).not.toMatch(/тайна|token-|client-key/)
  return [error.message, error.again]
}

/** Returns a handler that answers each request for tyres. */
const always =
  (answer: (response: ServerResponse) => unknown): SupplierApi['instead'] =>
  (_, __, response) => {
    answer(response)
    return true
  }

const asked = () => supplier.calls.filter(({ url }) => url.pathname === '/tyres')

describe('a login', () => {
  it('sends name and password in JSON to it alone, and its token with each request', async () => {
    expect(await get(apiAt(supplier, BY_PAGE))).toMatchObject({
      paged: { pages: 3, records: 5, isCut: false },
    })
    expect(written()).toEqual(supplier.records)
    const [login, ...pages] = supplier.calls
    expect(JSON.parse(login?.body ?? '')).toEqual({ login: API_USER, password: API_PASSWORD })
    expect(login?.headers).toMatchObject({ 'content-type': 'application/json' })
    expect(login?.headers).not.toHaveProperty('authorization')
    expect(pages.map(({ headers }) => headers.authorization)).toEqual(Array(4).fill('Bearer token-1'))
    expect(readdirSync(folder.path)).toEqual(['file'])
  })

  it('as a form gives a cookie, also with a redirect, which is not followed', async () => {
    const login = loginAt(supplier, { type: 'form', token: '', cookie: 'session' })
    await get(apiAt(supplier, BY_PAGE, { login }))
    expect(written()).toEqual(supplier.records)
    expect(supplier.calls[0]?.body).toBe(
      new URLSearchParams({ login: API_USER, password: API_PASSWORD }).toString(),
    )
    expect(asked()[0]?.headers).toMatchObject({ cookie: 'session=token-1' })
    expect(asked()[0]?.headers).not.toHaveProperty('authorization')
    expect(supplier.feed.asked.map((one) => one.path)).not.toContain('/account')
  })

  it('without placeholders for them sends name and password as Basic', async () => {
    await get(
      apiAt(supplier, BY_PAGE, { login: loginAt(supplier, { body: { grant_type: 'client_credentials' } }) }),
    )
    expect(written()).toEqual(supplier.records)
    expect(asked()[0]?.headers.authorization).toBe('Bearer token-1')
  })

  it('may send its token in another header, after another word or none', async () => {
    supplier.instead = ({ headers }, _, response) => {
      json(response, [{ got: headers['x-token'] }])
      return true
    }
    await get(apiAt(supplier, null, { login: loginAt(supplier, { header: 'X-Token', prefix: '' }) }))
    expect(JSON.parse(readFileSync(path(), 'utf8'))).toEqual([{ got: 'token-1' }])
  })

  it('places secrets that a body names there alone, and sends the other ones as headers', async () => {
    const secrets = {
      ...API_SECRETS,
      headers: [
        { name: 'X-Gate', value: 'gate' },
        { name: 'Client', value: 'client-key' },
      ],
    }
    const body = { login: '{username}', password: '{password}', app: 'app {secret.client}' }
    await get(apiAt(supplier, BY_PAGE, { login: loginAt(supplier, { body }) }), { secrets })
    expect(JSON.parse(supplier.calls[0]?.body ?? '')).toMatchObject({ app: 'app client-key' })
    for (const { headers } of supplier.calls) {
      expect(headers['x-gate']).toBe('gate')
      expect(headers).not.toHaveProperty('client')
    }
  })

  it('on another server gets no secret headers, and that server’s token goes to the address', async () => {
    other.feeds.set('/login', serving(JSON.stringify({ data: { token: 'foreign' } })))
    supplier.instead = ({ headers }, _, response) => {
      json(response, [{ got: headers.authorization }])
      return true
    }
    const secrets = { ...API_SECRETS, headers: [{ name: 'X-Gate', value: 'gate' }] }
    await get(apiAt(supplier, null, { login: loginAt({ feed: other }) }), { secrets })
    expect(JSON.parse(readFileSync(path(), 'utf8'))).toEqual([{ got: 'Bearer foreign' }])
    expect(other.asked[0]?.headers).not.toHaveProperty('x-gate')
    expect(asked()[0]?.headers['x-gate']).toBe('gate')
  })

  it('that is refused says so, and is not tried again', async () => {
    const secrets = { headers: [], basic: { username: API_USER, password: 'тайна' } }
    expect(await failure(get(apiAt(supplier), { secrets }))).toEqual([
      `Вход не удался: сервер ${supplier.feed.host} не принял имя, пароль или ключи (ответ 401)`,
      false,
    ])
    expect(asked()).toEqual([])
  })

  it('without a secret that it needs says which one', async () => {
    expect(await failure(get(apiAt(supplier), { secrets: { headers: [], basic: null } }))).toEqual([
      'Вход не удался. Для запроса не задано {username}: укажите его в доступе к адресу',
      false,
    ])
  })

  it.each<[string, Partial<SourceApi['login'] & object>, string]>([
    ['token', { token: 'data.key' }, 'Вход не удался. В ответе на вход нет ключа «data.key»'],
    ['cookie', { cookie: 'sid' }, 'Вход не удался. Сервер HOST не принял вход: он не прислал cookie «sid»'],
  ])('without its %s fails', async (_, over, message) => {
    const api = apiAt(supplier, null, { login: loginAt(supplier, over) })
    expect(await failure(get(api))).toEqual([message.replace('HOST', supplier.feed.host), false])
  })

  it('that leads into the own network is not called', async () => {
    const login = loginAt(supplier, { address: 'http://127.0.0.1/login' })
    expect((await failure(get(apiAt(supplier, null, { login }))))[0]).toMatch(/внутреннюю сеть/)
  })

  it('whose token expires is done once more, and then the page again', async () => {
    supplier.tokenLife = 2
    await get(apiAt(supplier, BY_PAGE))
    expect(written()).toEqual(supplier.records)
    expect(supplier.logins()).toBe(2)
  })

  it('whose token is never taken says so after one request', async () => {
    supplier.tokenLife = 0
    const refused = [`Сервер ${supplier.feed.host} не принял вход: сразу после него ответил 401`, false]
    expect(await failure(get(apiAt(supplier, BY_PAGE)))).toEqual(refused)
    expect(supplier.logins()).toBe(1)
  })

  it('that stops to help in the middle is tried just once more', async () => {
    supplier.instead = (_, number, response) => {
      if (number > 1) json(response, {}, 401)
      return number > 1
    }
    expect((await failure(get(apiAt(supplier, BY_PAGE))))[0]).toMatch(/не принял вход/)
    expect(supplier.logins()).toBe(2)
    expect(asked()).toHaveLength(3)
  })
})

describe('pages of an API', () => {
  it.each<[string, Parameters<typeof apiAt>[1], string[]]>([
    [
      'numbers',
      { ...BY_PAGE, size: 2, size_parameter: 'limit' },
      ['limit=2&page=1', 'limit=2&page=2', 'limit=2&page=3'],
    ],
    [
      'offsets',
      { by: 'offset', parameter: 'offset', first: 0, size: 3, size_parameter: 'limit' },
      ['limit=3&offset=0', 'limit=3&offset=3'],
    ],
    [
      'offsets of an unknown size',
      { by: 'offset', parameter: 'offset', first: 0 },
      ['offset=0', 'offset=2', 'offset=4', 'offset=5'],
    ],
    ['cursors', { by: 'cursor', parameter: 'cursor', path: 'data.cursor' }, ['', 'cursor=2', 'cursor=4']],
    ['links in the answer', { by: 'next', path: 'data.next' }, ['', 'cursor=2', 'cursor=4']],
    ['links in the header', { by: 'next' }, ['', 'cursor=2&by=header', 'cursor=4&by=header']],
  ])('are followed by %s', async (_, paging, queries) => {
    await get(apiAt(supplier, paging))
    expect(written()).toEqual(supplier.records)
    expect(asked().map(({ url }) => url.search.slice(1))).toEqual(queries)
  })

  it('may be named in the body, as numbers, and with plain headers', async () => {
    const body = { filter: { kind: 'tyre' }, page: '{page}', limit: '{size}', note: 'page {page}' }
    const request = { method: 'POST', headers: [{ name: 'X-Version', value: '2' }], body } as const
    await get(
      apiAt(supplier, { by: 'page', size: 2 }, { request: { ...request, headers: [...request.headers] } }),
    )
    expect(written()).toEqual(supplier.records)
    expect(asked().map((call) => JSON.parse(call.body))[1]).toEqual({
      ...body,
      page: 2,
      limit: 2,
      note: 'page 2',
    })
    expect(asked()[1]).toMatchObject({ method: 'POST', headers: { 'x-version': '2' } })
  })

  it('by cursors in the body begin without one', async () => {
    const request = { method: 'POST' as const, headers: [], body: { cursor: '{page}' } }
    await get(apiAt(supplier, { by: 'cursor', path: 'data.cursor' }, { request }))
    expect(written()).toEqual(supplier.records)
    expect(asked().map((call) => JSON.parse(call.body))).toEqual([{}, { cursor: '2' }, { cursor: '4' }])
  })

  it('keep the query of the address', async () => {
    await get(apiAt(supplier, BY_PAGE), { address: `${supplier.address}?kind=tyre` })
    expect(asked()[0]?.url.search).toBe('?kind=tyre&page=1')
  })

  it('of which the first is not full are the whole list if nothing follows', async () => {
    const full = { ...BY_PAGE, size: 10, size_parameter: 'limit' }
    await get(apiAt(supplier, full))
    expect(written()).toEqual(supplier.records)
    supplier.instead = (_, number, response) => {
      if (number === 4) json(response, {}, 404)
      return number === 4
    }
    await get(apiAt(supplier, full))
    expect(written()).toEqual(supplier.records)
  })

  it.each(['page', 'offset'] as const)(
    'by %s of a smaller size than described fail instead of half a list',
    async (by) => {
      const paging = { by, parameter: by, first: by === 'page' ? 1 : 0, size: 100 }
      expect(await failure(get(apiAt(supplier, paging)))).toEqual([
        'Сервер отдаёт по 2 записей, а не по 100: укажите такой размер страницы',
        false,
      ])
    },
  )

  it('without end fail after 1 000', async () => {
    supplier.instead = (_, number, response) => {
      json(response, { data: { items: [{ number }] } })
      return true
    }
    expect(await failure(get(apiAt(supplier, BY_PAGE)))).toEqual([
      expect.stringMatching(/^Страниц больше 1.000: верно ли описано, как листать\?$/),
      false,
    ])
    expect(asked()).toHaveLength(1_001)
  })

  it('that repeat an earlier one fail', async () => {
    const repeated = ['Страница 2 повторяет одну из прежних: верно ли описано, как листать?', false]
    expect(await failure(get(apiAt(supplier, { by: 'page', parameter: 'seite' })))).toEqual(repeated)
    supplier.instead = (_, number, response) => {
      json(response, { data: { items: [number % 2], cursor: 'again' } })
      return true
    }
    const cursors = { by: 'cursor', parameter: 'c', path: 'data.cursor' } as const
    expect((await failure(get(apiAt(supplier, cursors))))[0]).toMatch(/^Страница 3 повторяет/)
  })

  it('whose link leads to another server fail, and nothing is sent there', async () => {
    supplier.instead = (_, __, response) => {
      json(response, { data: { items: [1], next: `${other.origin}/tyres?page=2` } })
      return true
    }
    expect(await failure(get(apiAt(supplier, { by: 'next', path: 'data.next' })))).toEqual([
      `Ссылка на следующую страницу ведёт на другой сервер: ${other.host}`,
      false,
    ])
    expect(other.asked).toEqual([])
  })

  it('that redirect to another server send no secrets there', async () => {
    other.feeds.set('/tyres', serving(JSON.stringify({ data: { items: [] } })))
    supplier.instead = (_, number, response) => {
      if (number === 2) response.writeHead(302, { location: `${other.origin}/tyres` }).end()
      return number === 2
    }
    await get(apiAt(supplier, BY_PAGE), { typed: [supplier.feed.origin, other.origin] })
    expect(other.asked).toHaveLength(1)
    expect(other.asked[0]?.headers).not.toHaveProperty('authorization')
  })

  it('requested by POST are not redirected', async () => {
    supplier.instead = (_, __, response) => {
      response.writeHead(307, { location: `${other.origin}/tyres` }).end()
      return true
    }
    const request = { method: 'POST' as const, headers: [], body: { key: '{password}' } }
    expect((await failure(get(apiAt(supplier, null, { request }))))[0]).toMatch(/перенаправляет запрос/)
    expect(other.asked).toEqual([])
  })

  it('of which one fails are no list', async () => {
    supplier.instead = (_, number, response) => {
      if (number === 2) response.writeHead(503, { 'retry-after': '120' }).end()
      return number === 2
    }
    const error = await get(apiAt(supplier, BY_PAGE)).catch((reason) => reason)
    expect(error).toMatchObject({ again: true, status: 503, retryAfterMs: 120_000 })
    expect(readdirSync(folder.path)).toEqual([])
  })

  it.each<[string, SupplierApi['instead'], string, boolean]>([
    [
      'a page (HTML)',
      always((response) => FAULTS.page({} as never, response)),
      'Вместо ответа API сервер HOST прислал страницу (HTML)',
      true,
    ],
    [
      'no JSON',
      always((response) => void response.writeHead(200).end('{"data"')),
      'Сервер HOST ответил не в JSON',
      true,
    ],
    [
      'no array',
      always((response) => void json(response, { data: { items: {} } })),
      'В ответе API нет массива «data.items»',
      false,
    ],
    [
      'no records',
      always((response) => void json(response, { data: { items: null } })),
      'Сервер HOST не прислал ни одной записи',
      true,
    ],
    [
      'deeply nested records',
      always(
        (response) =>
          void response
            .writeHead(200)
            .end(`{"data":{"items":[${'['.repeat(500_000)}${']'.repeat(500_000)}]}}`),
      ),
      'Записи в ответе API вложены слишком глубоко',
      false,
    ],
    [
      'a cursor that is an object',
      always((response) => void json(response, { data: { items: [1], cursor: {} } })),
      'Курсор следующей страницы («data.cursor») неверен',
      false,
    ],
    [
      'a cut-off answer',
      always((response) => FAULTS.cutOff({} as never, response)),
      'Файл пришёл не целиком: соединение оборвалось',
      true,
    ],
  ])('with %s fail in words', async (_, instead, message, again) => {
    supplier.instead = instead
    const api = apiAt(supplier, { by: 'cursor', parameter: 'cursor', path: 'data.cursor' })
    expect(await failure(get(api))).toEqual([message.replace('HOST', supplier.feed.host), again])
  })

  it.each([
    { data: { items: null }, errors: [{ message: 'rate limited' }] },
    { data: { items: [] }, error: 'try later' },
    { data: { items: null }, success: false },
  ])('fail as a whole if one of them is an error with status 200: %j', async (answer) => {
    supplier.records = tyres(9)
    supplier.instead = (_, number, response) => {
      if (number !== 2) return false
      json(response, answer)
      return true
    }
    expect(await failure(get(apiAt(supplier, BY_PAGE)))).toEqual([
      'Поставщик вместо записей сообщил об ошибке',
      true,
    ])
  })

  it('are limited in size, each and together, and in time', async () => {
    const filler = 'x'.repeat(600_000)
    supplier.instead = (_, number, response) => {
      json(response, { data: { items: [{ number }] }, filler })
      return true
    }
    const limits = { fetchMegabytes: 2 }
    expect((await failure(get(apiAt(supplier, BY_PAGE), { limits })))[0]).toBe('Файл больше 2 МБ')
    supplier.instead = always((response) => FAULTS.endless({} as never, response))
    expect((await failure(get(apiAt(supplier, BY_PAGE))))[0]).toMatch(/^Страница ответа больше 4 МБ/)
    supplier.instead = (call, number, response) => {
      if (number % 2 === 0) FAULTS.hanging()
      else json(response, { data: { items: [call.url.href] } })
      return true
    }
    expect((await failure(get(apiAt(supplier, BY_PAGE), { limits: { fetchSeconds: 1 } })))[0]).toBe(
      'Скачивание длилось дольше 1 с',
    )
  })

  it('are only the first ones for a look, which says so', async () => {
    supplier.records = tyres(9)
    const look = await get(apiAt(supplier, BY_PAGE), { pages: 3 })
    expect(look).toMatchObject({ paged: { pages: 3, records: 6, isCut: true } })
    supplier.records = tyres(3)
    expect(await get(apiAt(supplier, BY_PAGE), { pages: 3 })).toMatchObject({ paged: { isCut: false } })
  })
})

it('an answer without pages is the price list as it is', async () => {
  supplier.instead = always(
    (response) => void response.writeHead(200, { etag: '"1"' }).end('article;price\n1;2\n'),
  )
  expect(await get(apiAt(supplier))).toMatchObject({ kind: 'file', etag: '', bytes: 18 })
  expect(readFileSync(path(), 'utf8')).toBe('article;price\n1;2\n')
})
