// Specification 13.18

import { describe, expect, it } from 'vitest'
import type { SourceApi } from '../../../../contract/sources/api.ts'
import { apiAt } from '../../../../tests/support/supplier-api.ts'
import { checkApi } from './check-api.ts'

const ADDRESS = 'https://api.shop.ru/tyres'
const at = { feed: { origin: 'https://api.shop.ru' } } as Parameters<typeof apiAt>[0]
const usual = apiAt(at, { by: 'page', parameter: 'page' })
const login = (over: object): SourceApi => ({
  ...usual,
  login: { ...usual.login, ...over } as SourceApi['login'],
})
const request = (over: object): SourceApi => ({ ...usual, request: { ...usual.request, ...over } })
const paging = (over: object): SourceApi => ({
  ...usual,
  paging: { ...usual.paging, ...over } as SourceApi['paging'],
})

let deep: object = {}
for (let level = 0; level < 100_000; level++) deep = { deep }

describe('a description of requests', () => {
  it('is taken as it is, with a normalised address of its login', () => {
    expect(checkApi(login({ address: ' https://API.shop.ru/login#a ' }), ADDRESS, new Set())).toEqual(
      login({ address: 'https://api.shop.ru/login' }),
    )
    expect(checkApi(null, ADDRESS, new Set())).toBeNull()
    const graph = request({
      method: 'POST',
      body: { query: '{ tyres { code } }', token: '{secret.key}', token_type: 'x' },
    })
    expect(checkApi(graph, ADDRESS, new Set())).toEqual(graph)
  })

  it.each<[string, SourceApi, string]>([
    ['a login inside', login({ address: 'http://10.0.0.1/' }), 'Вход: Адрес ведёт во внутреннюю сеть'],
    [
      'a login of another protocol',
      login({ address: 'ftp://shop.ru/' }),
      'Вход: Адрес должен начинаться с https',
    ],
    [
      'a password in the login’s address',
      login({ address: 'https://a:b@shop.ru/' }),
      'не пишут имя и пароль',
    ],
    ...['clientSecret', 'accessToken', 'userPassword', 'api-key', 'client_key', 'pwd'].map(
      (name): [string, SourceApi, string] => [
        `an open ${name}`,
        login({ body: { [name]: 'hunter2' } }),
        `«${name}» в теле входа не пишут открыто`,
      ],
    ),
    [
      'a password in a body',
      login({ body: { user: 'anna', Password: 'hunter2' } }),
      '«Password» в теле входа не пишут открыто',
    ],
    [
      'a key in an inner body',
      request({ method: 'POST', body: { auth: { api_key: 'k' } } }),
      '«api_key» в теле запроса не пишут открыто',
    ],
    ['a form with a list', login({ type: 'form', body: { a: [1] } }), 'В теле входа формой'],
    ['a login without a token', login({ token: '' }), 'Не указано, где в ответе на вход ключ'],
    ['an odd cookie', login({ cookie: 'a=b; c' }), 'В имени cookie недопустимые знаки'],
    ['an odd header for the token', login({ header: 'A\r\nB' }), 'В имени заголовка недопустимые знаки'],
    ['an own header for the token', login({ header: 'Host' }), 'Заголовок Host сервер ставит сам'],
    ['an odd word before the token', login({ prefix: 'a\nb' }), 'недопустимыми знаками'],
    ['a body of GET', request({ body: {} }), 'У запроса GET нет тела'],
    ['a body of a login by GET', login({ method: 'GET' }), 'У входа методом GET нет тела'],
    [
      'a secret header in the clear',
      request({ headers: [{ name: 'Authorization', value: 'x' }] }),
      'Заголовок Authorization задаётся не здесь',
    ],
    [
      'a header with a line break',
      request({ headers: [{ name: 'X', value: 'a\r\nb' }] }),
      'недопустимыми знаками',
    ],
    ['a long body', request({ method: 'POST', body: { a: 'x'.repeat(20_001) } }), 'Тело запроса длиннее'],
    ['a deep body', request({ method: 'POST', body: deep }), 'Тело запроса вложено глубже 20'],
    ['pages without a parameter', paging({ parameter: '' }), 'Не указан параметр страницы'],
    ['a cursor without a path', paging({ by: 'cursor' }), 'Не указано, где в ответе курсор'],
    ['a size that is only named', paging({ size_parameter: 'limit' }), 'Не указан размер страницы'],
    ['an odd path', paging({ records: 'a..b' }), 'Путь «a..b» неверен'],
    [
      'a page in a body without pages',
      { ...request({ method: 'POST', body: { p: '{page}' } }), paging: null },
      'страницы не описаны',
    ],
  ])('is refused with %s', (_, api, message) => {
    expect(() => checkApi(api, ADDRESS, new Set())).toThrow(message)
  })

  it('is refused for a file server', () => {
    expect(() => checkApi(usual, 'sftp://shop.ru/a.json', new Set())).toThrow('только по адресам http')
  })
})
