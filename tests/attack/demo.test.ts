import { describe, expect, it } from 'vitest'
import { buildApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { USUAL_ENGINES } from '../support/database.ts'
import { finished, SECRET, startProgram, temporaryFolder } from '../support/processes.ts'
import { listenAlone } from './support/listening.ts'

describe('demo mode', () => {
  const read = (env: Record<string, string>) => readConfig({ AUTH_SECRET: SECRET, ...env }).links.demo

  it.each<Record<string, string>>([
    { HOST: '0.0.0.0' },
    { HOST: '192.0.2.1' },
    { HOST: '127.0.0.1', PUBLIC_URL: 'https://prices.example.ru' },
    { HOST: '127.0.0.1', TRUST_PROXY: '1' },
  ])('is refused where others reach the server (%j)', (env) => {
    expect(() => read({ DEMO: '1', ...env })).toThrow(/^DEMO=1: .*DEMO=anywhere$/)
  })

  it('prevents the start of a server that others can reach', async () => {
    const folder = temporaryFolder()
    const env = { DATA_DIR: folder.path, DEMO: '1', HOST: '0.0.0.0' }
    const { code, stderr } = await finished(startProgram('server/main.ts', [], env))
    folder.remove()
    expect(code).toBe(1)
    expect(stderr).toMatch(/^DEMO=1: .*DEMO=anywhere\n$/)
  })

  it('allows a start on any address with DEMO=anywhere, and on this machine with DEMO=1', () => {
    expect(read({ DEMO: 'anywhere', HOST: '0.0.0.0' })).toBe(true)
    for (const HOST of ['', 'localhost', '127.0.0.1', '::1']) expect(read({ DEMO: '1', HOST })).toBe(true)
    expect(read({ HOST: '0.0.0.0' })).toBe(false)
  })
})

for (const { engine, open } of USUAL_ENGINES) {
  describe.skipIf(!open)(`what was linked in demo mode, on ${engine}`, () => {
    it.each<[string, Record<string, string>]>([
      ['mail', { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'prices@example.ru' }],
      ['mail', { DEMO: '' }],
      ['telegram', { DEMO: '' }],
    ])('%s is unconfirmed once the server runs with %j', async (channel, env) => {
      const server = await listenAlone({ DEMO: '1' }, open)
      const ask = (method: string) =>
        fetch(`${server.origin}/user/verify/${channel}`, { method, headers: { authorization } })
      await server.addUser('anna@example.ru')
      const authorization = `Bearer ${(await server.signIn('anna@example.ru')).token}`
      const begun = (await (await ask('POST')).json()) as { url?: string }
      if (begun.url) await fetch(begun.url, { method: 'POST' })
      expect(await (await ask('GET')).json()).toEqual({ message: channel === 'mail' ? true : 'linked' })

      const config = readConfig({ AUTH_SECRET: SECRET, LOG_LEVEL: 'silent', DEMO: '1', ...env })
      const later = await buildApp({ config, db: server.database.db, dist: undefined })
      const status = await later.inject({ url: `/user/verify/${channel}`, headers: { authorization } })
      expect(status.json()).toEqual({ message: channel === 'mail' ? false : 'unlinked' })
      const rows = await server.database.db.all("SELECT details FROM audit_log WHERE event = 'link changed'")
      expect(rows).toContainEqual({ details: `${channel} unlinked: demo mode has ended` })
      await later.close()
      await server.close()
    })
  })
}
