// Specification 13.14

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { answering, type FeedServer, serving, startFeedServer } from '../../../tests/support/feed-server.ts'
import { temporaryFolder } from '../../../tests/support/processes.ts'
import { fetchLink, type SharedLink } from './shared-link.ts'
import { NO_SECRETS } from './source.ts'

const CSV = 'article,brand\nX1,Arktika\n'
const SIGN_IN = '<!doctype html><title>Вход</title><form><input name=p type="password"></form>'

let cloud: FeedServer
let folder: ReturnType<typeof temporaryFolder>
beforeAll(async () => {
  cloud = await startFeedServer()
})
afterAll(() => cloud.close())
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => {
  folder.remove()
  cloud.feeds.clear()
  cloud.asked.length = 0
})

const path = () => join(folder.path, 'list')
const fetched = (link: Partial<SharedLink> | undefined, over: object = {}) =>
  fetchLink(
    {
      address: `${cloud.origin}/shared`,
      typed: [cloud.origin],
      path: path(),
      signal: new AbortController().signal,
      secrets: { ...NO_SECRETS, basic: { username: 'anna', password: 'secret' } },
      ...over,
    },
    {
      userAgent: 'test',
      allowedHosts: new Set([cloud.host]),
      ...{ fetchMegabytes: 5, fetchSeconds: 60, stallSeconds: 30, fetchMinKilobytes: 0 },
    },
    undefined,
    () => link && { service: 'Диск', address: `${cloud.origin}/file`, ...link },
  )
const failure = (link: Partial<SharedLink>) =>
  fetched(link).then(
    () => 'fetched',
    (error: Error) => error.message,
  )
const named = {
  address: '',
  read: (answer: string) => (answer === '' ? undefined : `${cloud.origin}${answer}`),
}
const asking = () => ({ ...named, address: `${cloud.origin}/ask` })

it('fetches the file that the link leads to, without the secrets', async () => {
  cloud.feeds.set('/file', serving(CSV, { 'content-disposition': 'attachment; filename="price.csv"' }))
  expect(await fetched({})).toMatchObject({ kind: 'file', fileName: 'price.csv' })
  expect(readFileSync(path(), 'utf8')).toBe(CSV)
  expect(cloud.asked.map((one) => [one.path, one.headers.authorization])).toEqual([['/file', undefined]])
})

it('asks where the file is, and fetches it from there', async () => {
  cloud.feeds.set('/ask', serving('/there'))
  cloud.feeds.set('/there', serving(CSV))
  expect(await fetched(asking())).toMatchObject({ kind: 'file' })
  expect(cloud.asked.map((one) => one.path)).toEqual(['/ask', '/there'])
})

it('does not follow an answer into the internal network', async () => {
  cloud.feeds.set('/ask', serving('x'))
  expect(await failure({ ...asking(), read: () => 'http://127.0.0.1:22/' })).toMatch(/^Диск: Адрес/)
  expect(existsSync(path())).toBe(false)
})

it.each([
  ['a sign-in page', serving(SIGN_IN)],
  ['a refusal', answering(403)],
  ['nothing', answering(404)],
])('says that the file is not shared when the cloud answers with %s', async (_, answer) => {
  cloud.feeds.set('/file', answer)
  expect(await failure({})).toBe(
    'Диск: по этой ссылке нет файла. Нужна ссылка на файл, открытый всем, у кого она есть',
  )
})

it('names the service of any other failure', async () => {
  cloud.feeds.set('/file', answering(500))
  expect(await failure({})).toBe(`Диск: Сервер ${cloud.host} ответил ошибкой 500`)
})

it('leaves other addresses and their secrets alone, and names a sign-in page there', async () => {
  cloud.feeds.set('/shared', serving(SIGN_IN))
  await expect(fetched(undefined)).rejects.toThrow('Вместо прайс-листа пришла страница входа')
  expect(cloud.asked[0]?.headers.authorization).toMatch(/^Basic /)
})
