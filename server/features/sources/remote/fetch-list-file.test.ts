// Specification 13.15

import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  FILES_PASSWORD,
  FILES_USER,
  type FileServer,
  hasFileServers,
  type SftpServer,
  startFtp,
  startSftp,
} from '../../../../tests/support/file-servers.ts'
import { temporaryFolder } from '../../../../tests/support/processes.ts'
import { localCertificate, trust } from '../../../../tests/support/push-certificate.ts'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import type { FetchLimits, FetchRequest } from '../fetch-request.ts'
import { fetchListFile } from './fetch-list-file.ts'

const CSV = 'article,brand\nX1,Arktika\n'
/** Times in s. */
const [OLD, NEW] = [1_790_000_000, 1_790_100_000]

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const path = () => join(folder.path, 'file')
const content = () => readFileSync(path(), 'utf8')
const secrets = (password = FILES_PASSWORD) => ({ headers: [], basic: { username: FILES_USER, password } })

function get(scheme: string, { host, folder }: FileServer, place: string, over: Over = {}) {
  const { limits, ...request } = over
  return fetchListFile(
    {
      address: `${scheme}://${host}${folder}/${place}`,
      secrets: secrets(),
      path: path(),
      signal: new AbortController().signal,
      ...request,
    },
    {
      userAgent: 'test',
      allowedHosts: new Set([host]),
      fetchMegabytes: 1,
      fetchSeconds: 60,
      stallSeconds: 30,
      fetchMinKilobytes: 0,
      ...limits,
    },
  )
}

interface Over extends Partial<FetchRequest> {
  limits?: Partial<FetchLimits>
}

/** Returns the failure's message and whether a retry can help; no file may remain. */
async function failure(fetched: Promise<unknown>): Promise<[message: string, again: boolean]> {
  const error = await fetched.then(
    () => new Error('it did not fail'),
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(FetchFailure)
  expect(readdirSync(folder.path)).toEqual([])
  return [error.message, error.again]
}

function put(server: FileServer, name: string, text: string, time = NEW): void {
  writeFileSync(join(server.folder, name), text)
  utimesSync(join(server.folder, name), time, time)
}

const certificate = localCertificate()

const SERVERS: [words: string, scheme: string, start: () => Promise<FileServer>][] = [
  ['FTP without encryption', 'ftp', () => startFtp()],
  ['FTP that offers encryption', 'ftp', () => startFtp({ tls: 'offered', certificate })],
  ['FTP that requires AUTH TLS', 'ftpes', () => startFtp({ tls: 'required', certificate })],
  ['FTP with TLS from the first byte', 'ftps', () => startFtp({ tls: 'implicit', certificate })],
  ['SFTP', 'sftp', startSftp],
]

describe.skipIf(!hasFileServers).each(SERVERS)('a price list on a server of %s', (_, scheme, start) => {
  let server: FileServer
  beforeAll(async () => {
    trust(certificate)
    server = await start()
  })
  afterAll(() => server.stop())
  afterEach(() => {
    for (const name of readdirSync(server.folder)) rmSync(join(server.folder, name), { recursive: true })
  })

  it('is read whole into a file that only its owner reads', async () => {
    put(server, 'a.csv', CSV)
    expect(await get(scheme, server, 'a.csv')).toMatchObject({
      kind: 'file',
      bytes: CSV.length,
      fileName: 'a.csv',
    })
    expect(content()).toBe(CSV)
    expect(statSync(path()).mode & 0o777).toBe(0o600)
  })

  it('is the newest one of a pattern, by time and then by name', async () => {
    put(server, 'price-z.csv', 'old', OLD)
    put(server, 'price-a.csv', 'new a')
    put(server, 'price-b.csv', 'new b')
    put(server, 'other.csv', 'other', NEW + 100)
    put(server, 'price-c.txt', 'text', NEW + 100)
    mkdirSync(join(server.folder, 'price-folder.csv'))
    expect(await get(scheme, server, 'price-*.csv')).toMatchObject({ fileName: 'price-b.csv' })
    expect(content()).toBe('new b')
  })

  it('is the newest one of a folder, but neither a folder nor a hidden file', async () => {
    mkdirSync(join(server.folder, 'прайс лист'))
    put(server, 'прайс лист/шины 1.csv', 'old', OLD)
    put(server, 'прайс лист/шины 2.csv', 'new')
    put(server, 'прайс лист/.upload', 'half', NEW + 100)
    mkdirSync(join(server.folder, 'прайс лист/z'))
    expect(await get(scheme, server, 'прайс лист/')).toMatchObject({ fileName: 'шины 2.csv' })
    expect(await get(scheme, server, 'прайс лист/*1*')).toMatchObject({ fileName: 'шины 1.csv' })
  })

  it('may be a link', async () => {
    mkdirSync(join(server.folder, 'out'))
    put(server, 'out/real.csv', CSV)
    symlinkSync('out/real.csv', join(server.folder, 'latest.csv'))
    await get(scheme, server, 'lat*.csv')
    expect(content()).toBe(CSV)
  })

  it('is not read again with the same path, size and time', async () => {
    put(server, 'a.csv', CSV)
    const first = await get(scheme, server, '*.csv')
    if (first.kind !== 'file') throw new Error('no file')
    const again = () => get(scheme, server, '*.csv', { known: first })
    expect(await again()).toMatchObject({ kind: 'not modified' })
    put(server, 'a.csv', CSV, NEW + 1)
    expect(await again()).toMatchObject({ kind: 'file' })
    put(server, 'a.csv', `${CSV}X2,Arktika\n`)
    expect(await again()).toMatchObject({ kind: 'file' })
    put(server, 'b.csv', CSV)
    expect(await again()).toMatchObject({ kind: 'file', fileName: 'b.csv' })
  })

  it('that is missing, empty, too large or of another user fails with a word for it', async () => {
    put(server, 'empty.csv', '')
    put(server, 'large.csv', 'x'.repeat(1_100_000))
    const failed = (place: string, over?: Over) => failure(get(scheme, server, place, over))
    expect(await failed('none.csv')).toEqual([expect.stringContaining('не нашёл такого файла'), true])
    expect(await failed('none-*.csv')).toEqual([expect.stringContaining('нет файла, подходящего'), true])
    expect(await failed('none/a.csv')).toEqual([
      expect.stringMatching(/не нашёл (?:папку|такого)/),
      scheme === 'sftp',
    ])
    expect(await failed('none/')).toEqual([expect.stringContaining('не нашёл папку'), false])
    expect(await failed('empty.csv')).toEqual(['Сервер прислал пустой файл', true])
    expect(await failed('large.csv')).toEqual(['Файл больше 1 МБ', false])
    const wrong = await failed('empty.csv', { secrets: secrets('wrong') })
    expect(wrong).toEqual([`Сервер ${server.host} не принял имя и пароль`, false])
  })

  it('that is a page fails', async () => {
    put(server, 'a.csv', '<!doctype html><p>Войдите')
    expect(await failure(get(scheme, server, 'a.csv'))).toEqual([expect.stringContaining('страницу'), true])
  })

  it('is not read inside without permission', async () => {
    const limits = { allowedHosts: new Set<string>() }
    const named = { ...server, host: 'prices.test' }
    const resolve = async () => [{ address: '10.0.0.1', family: 4 }]
    const address = `${scheme}://${named.host}/a.csv`
    const signal = new AbortController().signal
    const request = { address, secrets: secrets(), path: path(), signal }
    const all = { userAgent: '', fetchMegabytes: 1, fetchSeconds: 60, stallSeconds: 30, fetchMinKilobytes: 0 }
    const fetched = fetchListFile(request, { ...all, ...limits }, resolve)
    expect(await failure(fetched)).toEqual([expect.stringContaining('внутреннюю сеть'), false])
  })
})

describe.skipIf(!hasFileServers)('the encryption of FTP', () => {
  const within = async (
    options: Parameters<typeof startFtp>[0],
    use: (server: FileServer) => Promise<void>,
  ) => {
    const server = await startFtp(options)
    try {
      put(server, 'a.csv', CSV)
      await use(server)
    } finally {
      await server.stop()
    }
  }

  it('is demanded by ftpes:// and ftps://', () =>
    within({}, async (server) => {
      expect(await failure(get('ftpes', server, 'a.csv'))).toEqual([
        expect.stringContaining('AUTH TLS'),
        false,
      ])
      expect(await failure(get('ftps', server, 'a.csv'))).toEqual([
        'Сервер не понял защищённое соединение',
        true,
      ])
    }))

  it('is never given up for a certificate that nobody trusts', () =>
    within({ tls: 'offered', certificate: localCertificate() }, async (server) => {
      for (const scheme of ['ftp', 'ftpes']) {
        expect(await failure(get(scheme, server, 'a.csv'))).toEqual([
          'Сертификату сервера нельзя доверять',
          true,
        ])
      }
    }))
})

describe.skipIf(!hasFileServers)('the key of an SFTP server', () => {
  let server: SftpServer
  beforeAll(async () => {
    server = await startSftp()
    put(server, 'a.csv', CSV)
  })
  afterAll(() => server.stop())

  it('is learned at the first fetch, and another one refused afterwards', async () => {
    const known = server.fingerprint()
    expect(await get('sftp', server, 'a.csv')).toMatchObject({ hostKey: known })
    expect(await get('sftp', server, 'a.csv', { hostKey: known })).toMatchObject({ hostKey: known })
    rmSync(path())
    await server.replaceKey()
    const [message, again] = await failure(get('sftp', server, 'a.csv', { hostKey: known }))
    expect(message).toContain(`был ${known}, стал ${server.fingerprint()}`)
    expect(again).toBe(false)
  })

  it('is not asked without a name and password', async () => {
    const fetched = get('sftp', server, 'a.csv', { secrets: { headers: [], basic: null } })
    expect(await failure(fetched)).toEqual([expect.stringContaining('нужны имя и пароль'), false])
  })
})
