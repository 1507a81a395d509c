import { execFileSync } from 'node:child_process'
import type { LookupAddress } from 'node:dns'
import { closeSync, open, openSync, writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Named, startNameServer, type TestNameServer } from '../../../tests/support/name-server.ts'
import { temporaryFolder } from '../../../tests/support/processes.ts'
import { publicLookup, resolveName } from './public-lookup.ts'

const NAME = 'push.example'
/** Kinds of addresses of this machine, besides loopback. */
const KINDS = new Set(
  Object.values(networkInterfaces()).flatMap((of = []) =>
    of.filter(({ internal }) => !internal).map(({ family }) => family),
  ),
)
const refusal = () => new Error('leads inside')

let server: TestNameServer
let folder: ReturnType<typeof temporaryFolder>
beforeAll(async () => {
  server = await startNameServer()
})
afterAll(() => server.close())
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => {
  server.names.clear()
  folder.remove()
})

const sources = () => ({ servers: [server.address], hostsFile: join(folder.path, 'hosts') })
const resolve = (name: string) => resolveName(name, sources())

/** Returns the address that node:net connects to. */
function connected(name: string, options: { all?: boolean } = {}, resolver?: typeof resolve) {
  return new Promise<string | LookupAddress[]>((done, fail) => {
    publicLookup(refusal, resolver)(name, options, (error, found) => (error ? fail(error) : done(found)))
  })
}

describe('names from outside (specification 13.5)', () => {
  it('have all their addresses, of both kinds', async () => {
    server.names.set(NAME, ['2606:4700::1', '8.8.8.8', '8.8.4.4'])
    expect(await resolve(NAME)).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '8.8.4.4', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ])
  })

  it('are connected to at their public addresses', async () => {
    server.names.set(NAME, ['8.8.8.8', '8.8.4.4'])
    expect(await connected(NAME, {}, resolve)).toBe('8.8.8.8')
    expect(await connected(NAME, { all: true }, resolve)).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '8.8.4.4', family: 4 },
    ])
  })

  it.skipIf(!KINDS.has('IPv4') || KINDS.has('IPv6'))(
    'are not connected to at addresses of a kind that this machine has none of, if there are others',
    async () => {
      server.names.set(NAME, ['8.8.8.8', '2606:4700::1']).set('six.example', ['2606:4700::1'])
      expect(await connected(NAME, { all: true }, resolve)).toEqual([{ address: '8.8.8.8', family: 4 }])
      expect(await connected('six.example', {}, resolve)).toBe('2606:4700::1')
    },
  )

  it.each<[Named]>([[['8.8.8.8', '10.0.0.1']], [['8.8.8.8', 'fd00::1']], [['::1']]])(
    'are refused if one of their addresses is inside: %j',
    async (named) => {
      server.names.set(NAME, named)
      await expect(connected(NAME, { all: true }, resolve)).rejects.toThrow('leads inside')
    },
  )

  it.each<[Named, code: string]>([
    ['no such name', 'ENOTFOUND'],
    [[], 'ENOTFOUND'],
    ['server failure', 'EAI_AGAIN'],
    ['silence', 'EAI_AGAIN'],
  ])('fail as those of dns.lookup do: %j is %s', async (named, code) => {
    server.names.set(NAME, named)
    await expect(connected(NAME, {}, resolve)).rejects.toMatchObject({ code })
  })

  it('may stand in the hosts file, which nobody else is asked then', async () => {
    server.names.set('own.example', ['10.0.0.1'])
    writeFileSync(
      join(folder.path, 'hosts'),
      '# 1.1.1.1 own.example\n127.0.0.1 localhost\n8.8.8.8\tOther.example Own.example # own.test\n2606:4700::1 own.example\n',
    )
    expect(await resolve('own.example')).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ])
    await expect(connected('localhost', {}, resolve)).rejects.toThrow('leads inside')
    await expect(resolve('own.test')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })

  it('wait neither for each other nor for a thread of the pool', async () => {
    server.names.set('silent.example', 'silence').set(NAME, ['8.8.8.8'])
    resolve('silent.example').catch(() => undefined)
    await server.asked('silent.example')
    holdThreads()
    expect(await connected(NAME, {}, resolve)).toBe('8.8.8.8')
    // Uses the machine's own name servers; the name exists nowhere (RFC 6761).
    await expect(connected('nowhere.invalid')).rejects.toHaveProperty('code')
  })
})

/** Occupies all of Node's pool threads for the duration of the test. */
function holdThreads(): void {
  const { path, remove } = temporaryFolder()
  const pipes = ['a', 'b', 'c', 'd'].map((name) => join(path, name))
  execFileSync('mkfifo', pipes)
  const opened = pipes.map((pipe) => promisify(open)(pipe, 'r'))
  onTestFinished(async () => {
    const ends = pipes.map((pipe) => openSync(pipe, 'r+'))
    for (const end of [...ends, ...(await Promise.all(opened))]) closeSync(end)
    remove()
  })
}
