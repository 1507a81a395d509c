// Specification 13.15

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import ssh2, { type SFTPWrapper } from 'ssh2'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MadeUpFtp, sending, startMadeUpFtp } from '../../../../tests/support/made-up-ftp.ts'
import { type MadeUpSftp, startMadeUpSftp } from '../../../../tests/support/made-up-sftp.ts'
import { temporaryFolder } from '../../../../tests/support/processes.ts'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import type { FetchLimits, FetchRequest } from '../fetch-request.ts'
import { fetchListFile } from './fetch-list-file.ts'

const CSV = 'a;b\n'
const { STATUS_CODE } = ssh2.utils.sftp

let folder: ReturnType<typeof temporaryFolder>
let server: MadeUpFtp | MadeUpSftp
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(async () => {
  await server.close()
  folder.remove()
})

const path = () => join(folder.path, 'file')

function get(address: string, limits: Partial<FetchLimits> = {}, over: Partial<FetchRequest> = {}) {
  return fetchListFile(
    {
      address,
      secrets: { headers: [], basic: { username: 'anna', password: 'geheim' } },
      path: path(),
      signal: new AbortController().signal,
      ...over,
    },
    {
      userAgent: 'test',
      allowedHosts: new Set([new URL(address).host]),
      fetchMegabytes: 1,
      fetchSeconds: 60,
      stallSeconds: 30,
      fetchMinKilobytes: 0,
      ...limits,
    },
  )
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

describe('an FTP server', () => {
  const ftp = async (answers: Parameters<typeof startMadeUpFtp>[0] = {}): Promise<MadeUpFtp> => {
    const started = await startMadeUpFtp({ RETR: sending(CSV), SIZE: `213 ${CSV.length}`, ...answers })
    server = started
    return started
  }
  const line = (name: string) => `-rw-r--r-- 1 u g ${CSV.length} Nov 21 06:00 ${name}\r\n`

  it('that names another host for the transfer is read from its own', async () => {
    // The made-up server names 10.0.0.1.
    const { host, commands } = await ftp({ EPSV: '500 no' })
    expect(await get(`ftp://${host}/a.csv`)).toMatchObject({ kind: 'file' })
    expect(readFileSync(path(), 'utf8')).toBe(CSV)
    expect(commands).toContain('PASV')
  })

  it('that asks for the password again and again gets it once', async () => {
    const { host, commands } = await ftp({ PASS: '331 password?' })
    expect(await failure(get(`ftp://${host}/a.csv`))).toEqual([
      `Сервер ${host} не принял имя и пароль`,
      false,
    ])
    expect(commands.filter((command) => command.startsWith('PASS'))).toHaveLength(1)
  })

  it('that names a port of the system for the transfer is refused', async () => {
    const { host } = await ftp({ EPSV: '229 here (|||25|)' })
    expect(await failure(get(`ftp://${host}/a.csv`))).toEqual([
      expect.stringContaining('недопустимый порт'),
      false,
    ])
  })

  it('without MLSD is asked for the time of each file that fits', async () => {
    const times: Record<string, string> = { 'a-1.csv': '20261121060000', 'a-2.csv': '20261121050000' }
    const { host, commands } = await ftp({
      LIST: sending(
        `${line('a-1.csv')}${line('a-2.csv')}${line('b.csv')}drwxr-xr-x 2 u g 0 Nov 22 06:00 a-3\r\n`,
      ),
      MDTM: ({ say }, name) => say(`213 ${times[name]}`),
    })
    expect(await get(`ftp://${host}/out/a-*`)).toMatchObject({
      fileName: 'a-1.csv',
      modified: '2026-11-21T06:00:00.000Z',
    })
    expect(commands).toContain('CWD /out')
    expect(commands.filter((command) => /MDTM (?:b\.csv|a-3)/.test(command))).toEqual([])
  })

  it('that states neither size nor time gives the last one by name, and the file is never called unchanged', async () => {
    const { host } = await ftp({
      LIST: sending(line('a-2.csv') + line('a-1.csv')),
      SIZE: '502 no',
      MDTM: '502 no',
    })
    const known = { etag: '', modified: '' }
    expect(await get(`ftp://${host}/*.csv`, {}, { known })).toMatchObject({
      fileName: 'a-2.csv',
      etag: '',
      modified: '',
    })
  })

  it('is signed in to anonymously without a name', async () => {
    const { host, commands } = await ftp()
    await get(`ftp://${host}/~/a.csv`, {}, { secrets: { headers: [], basic: null } })
    expect(commands).toContain('USER anonymous')
    expect(commands.filter((command) => command.startsWith('CWD'))).toEqual([])
  })

  it('whose listing never ends is given up', async () => {
    const { host } = await ftp({
      LIST: async ({ say, data }) => {
        say('150 here it comes')
        const socket = await data()
        while (!socket.destroyed) {
          if (!socket.write(line('a.csv').repeat(1_000))) await turn()
        }
      },
    })
    expect(await failure(get(`ftp://${host}/*.csv`))).toEqual([expect.stringContaining('больше 20'), false])
  })

  it('with more files than the limit is given up', async () => {
    const { host } = await ftp({ LIST: sending(line('a.csv').repeat(20_001)) })
    expect(await failure(get(`ftp://${host}/`))).toEqual([expect.stringContaining('больше 20'), false])
  })

  it('with too many files whose time must be requested is given up', async () => {
    const { host } = await ftp({ LIST: sending(line('a.csv').repeat(1_001)) })
    expect(await failure(get(`ftp://${host}/`))).toEqual([expect.stringContaining('уточните имя'), false])
  })

  it.each([
    ['before the sign-in', { AUTH: () => undefined }],
    ['after the sign-in', { CWD: () => undefined }],
    ['in the listing', { LIST: () => undefined }],
    ['in the file', { RETR: ({ say }: { say(line: string): void }) => say('150 here it comes') }],
  ])('that is silent %s is given up, and ends at once when it is told to', async (_, answers) => {
    const { host, asked } = await ftp({ LIST: sending(line('a.csv')), ...answers })
    expect(await failure(get(`ftp://${host}/out/*.csv`, { stallSeconds: 0.2 }))).toEqual([
      expect.stringContaining('молчал'),
      true,
    ])
    expect(await failure(get(`ftp://${host}/out/*.csv`, { fetchSeconds: 0.2 }))).toEqual([
      expect.stringContaining('дольше'),
      true,
    ])
    const stop = new AbortController()
    const stopped = get(`ftp://${host}/out/*.csv`, {}, { signal: stop.signal })
    await asked(Object.keys(answers).at(-1) as string)
    stop.abort(new Error('stopped'))
    await expect(stopped).rejects.toThrow('stopped')
    expect(readdirSync(folder.path)).toEqual([])
  })

  it.each([
    ['grows while it is read', [4, 9], 'менялся', true],
    ['is shorter than stated', [9, 9], 'не целиком', true],
  ] as const)('whose file %s is read again later', async (_, sizes, words, again) => {
    const left = [...sizes]
    const { host } = await ftp({ SIZE: ({ say }) => say(`213 ${left.shift()}`) })
    expect(await failure(get(`ftp://${host}/a.csv`))).toEqual([expect.stringContaining(words), again])
  })

  it('that breaks off in the file, or never says that it is whole, fails', async () => {
    const cut = await ftp({
      RETR: async ({ say, data }) => {
        say('150 here it comes')
        ;(await data()).end(CSV)
        say('426 broken')
      },
    })
    expect(await failure(get(`ftp://${cut.host}/a.csv`))).toEqual([
      expect.stringContaining('ошибкой 426'),
      true,
    ])
  })

  it('that sends more than the limit is given up', async () => {
    const { host } = await ftp({ SIZE: '502 no', RETR: sending('x'.repeat(1_100_000)) })
    expect(await failure(get(`ftp://${host}/a.csv`))).toEqual(['Файл больше 1 МБ', false])
  })

  it('that is busy is tried again, one that speaks nonsense too', async () => {
    const busy = await ftp({ USER: '421 too many users' })
    expect(await failure(get(`ftp://${busy.host}/a.csv`))).toEqual([
      expect.stringContaining('ошибкой 421'),
      true,
    ])
    await busy.close()
    const faulty = await ftp({ PASS: '500 OOPS: no such folder' })
    expect(await failure(get(`ftp://${faulty.host}/a.csv`))).toEqual([
      expect.stringContaining('ошибкой 500'),
      false,
    ])
    await faulty.close()
    const odd = await ftp({ EPSV: '229 here' })
    expect(await failure(get(`ftp://${odd.host}/a.csv`))).toEqual([
      expect.stringContaining('не по правилам'),
      true,
    ])
  })

  it('gets no command that hides in a path', async () => {
    const { host, commands } = await ftp()
    const [message] = await failure(get(`ftp://${host}/a%0D%0ADELE%20b.csv`))
    expect(message).toContain('недопустимые знаки')
    expect(commands).toEqual([])
  })
})

describe('an SFTP server', () => {
  const sftp = async (options: Parameters<typeof startMadeUpSftp>[0] = {}): Promise<MadeUpSftp> => {
    const started = await startMadeUpSftp(options)
    server = started
    return started
  }
  const FILE = { mode: 0o100644, uid: 0, gid: 0, size: CSV.length, atime: 1, mtime: 1 }
  const HANDLE = Buffer.from('h')
  /** Serves one file, with its sizes one after another. */
  const serving = (sizes: number[]) => (channel: SFTPWrapper) => {
    channel.on('STAT', (id) => channel.attrs(id, { ...FILE, size: sizes.shift() ?? CSV.length }))
    channel.on('OPEN', (id) => channel.handle(id, HANDLE))
    channel.on('FSTAT', (id) => channel.attrs(id, FILE))
    channel.on('READ', (id, _handle, offset) =>
      offset === 0 ? channel.data(id, Buffer.from(CSV)) : channel.status(id, STATUS_CODE.EOF),
    )
    channel.on('CLOSE', (id) => channel.status(id, STATUS_CODE.OK))
    channel.on('OPENDIR', (id) => channel.handle(id, HANDLE))
  }

  it('with another key than the known one gets no password', async () => {
    const { host, tried } = await sftp()
    const hostKey = `SHA256:${'A'.repeat(43)}`
    const [message, again] = await failure(get(`sftp://${host}/a.csv`, {}, { hostKey }))
    expect(message).toContain(`Ключ сервера ${host} сменился: был ${hostKey}, стал SHA256:`)
    expect(again).toBe(false)
    expect(tried).toEqual([])
  })

  it('that asks for the password in a dialogue gets it, and nothing else', async () => {
    const answers: string[][] = []
    const { host } = await sftp({
      serve: serving([]),
      signIn: (context) => {
        if (context.method !== 'keyboard-interactive') return context.reject(['keyboard-interactive'])
        context.prompt(
          [
            { prompt: 'Password: ', echo: false },
            { prompt: 'Code: ', echo: true },
          ],
          (given) => {
            answers.push(given)
            context.accept()
          },
        )
      },
    })
    expect(await get(`sftp://${host}/a.csv`)).toMatchObject({ kind: 'file' })
    expect(answers).toEqual([['geheim', '']])
  })

  it.each([
    [
      'ends, without files',
      'не по правилам',
      true,
      (channel: SFTPWrapper, id: number) => channel.name(id, []),
    ],
    [
      'ends, with files',
      'больше 20',
      false,
      (channel: SFTPWrapper, id: number) =>
        channel.name(
          id,
          Array.from({ length: 500 }, (_, n) => ({ filename: `${n}.csv`, longname: '', attrs: FILE })),
        ),
    ],
    [
      'ends, with long names',
      'больше 20',
      false,
      (channel: SFTPWrapper, id: number) =>
        channel.name(id, [{ filename: 'x'.repeat(100_000), longname: 'x'.repeat(100_000), attrs: FILE }]),
    ],
  ])('whose listing never %s is given up', async (_, words, again, answer) => {
    const { host } = await sftp({
      serve(channel) {
        channel.on('OPENDIR', (id) => channel.handle(id, HANDLE))
        channel.on('READDIR', (id) => answer(channel, id))
      },
    })
    expect(await failure(get(`sftp://${host}/*.csv`))).toEqual([expect.stringContaining(words), again])
  })

  it.each([
    ['grows while it is read', [4, 9], 'менялся'],
    ['is shorter than stated', [9, 9], 'не целиком'],
  ])('whose file %s is read again later', async (_, sizes, words) => {
    const { host } = await sftp({ serve: serving(sizes) })
    expect(await failure(get(`sftp://${host}/a.csv`))).toEqual([expect.stringContaining(words), true])
  })

  it('that is silent after the sign-in, or in the file, is given up, and ends at once when it is told to', async () => {
    const silent = await sftp()
    expect(await failure(get(`sftp://${silent.host}/a.csv`, { stallSeconds: 0.5 }))).toEqual([
      expect.stringContaining('молчал'),
      true,
    ])
    await silent.close()
    const reading = Promise.withResolvers<void>()
    const { host } = await sftp({
      serve(channel) {
        serving([])(channel)
        channel.removeAllListeners('READ').on('READ', () => reading.resolve())
      },
    })
    expect(await failure(get(`sftp://${host}/a.csv`, { stallSeconds: 0.5 }))).toEqual([
      expect.stringContaining('молчал'),
      true,
    ])
    expect(await failure(get(`sftp://${host}/a.csv`, { fetchSeconds: 0.5 }))).toEqual([
      expect.stringContaining('дольше'),
      true,
    ])
    const stop = new AbortController()
    const stopped = get(`sftp://${host}/a.csv`, {}, { signal: stop.signal })
    await reading.promise
    stop.abort(new Error('stopped'))
    await expect(stopped).rejects.toThrow('stopped')
  })

  it('that denies a folder or a file is not tried again for the folder', async () => {
    const { host } = await sftp({
      serve(channel) {
        channel.on('OPENDIR', (id) => channel.status(id, STATUS_CODE.PERMISSION_DENIED))
        channel.on('STAT', (id) => channel.attrs(id, FILE))
        channel.on('OPEN', (id) => channel.status(id, STATUS_CODE.PERMISSION_DENIED))
      },
    })
    expect(await failure(get(`sftp://${host}/out/`))).toEqual([expect.stringContaining('не пускает'), false])
    expect(await failure(get(`sftp://${host}/out/a.csv`))).toEqual([expect.stringContaining('не даёт'), true])
  })

  it('that is gone is tried again', async () => {
    const { host, close } = await sftp()
    await close()
    expect(await failure(get(`sftp://${host}/a.csv`))).toEqual(['Сервер не принимает соединения', true])
    await sftp()
  })
})
