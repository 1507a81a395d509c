// Specification 24.8

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { Decision } from '../../contract/decisions/decision.ts'
import { addDays, isoToday } from '../../contract/lib/dates.ts'
import type { OutletAnswer } from '../../contract/outlets/outlet.ts'
import { runImport } from '../support/commands.ts'
import { type EmptyPlace, ENGINES } from '../support/database.ts'
import { BASIS } from '../support/decisions.ts'
import { outletSettings } from '../support/outlets.ts'
import { ADMIN, type RunningServer, startServer, temporaryFolder } from '../support/processes.ts'
import { tyresCsv } from '../support/sources.ts'

const PRICES = 300
const YESTERDAY = addDays(isoToday(), -1)

let folder: ReturnType<typeof temporaryFolder>
let place: EmptyPlace
let server: RunningServer | undefined
afterEach(async () => {
  await server?.stop()
  await place.remove()
  folder.remove()
})

const decisions: Decision[] = Array.from({ length: PRICES }, (_, n) => ({
  ...BASIS,
  tyre: `X${n}`,
  article: `X${n}`,
  name: `Шина ${n}`,
  day: YESTERDAY,
  now: 5_000 + n,
  price: 5_100 + n,
  rule: { by: 'hand' },
  comment: '',
  checked: true,
}))

for (const { engine, place: newPlace } of ENGINES) {
  describe.skipIf(!newPlace)(`300 decided prices on ${engine}`, () => {
    it('leave once, are read once and come back, with servers that are killed in between', async () => {
      folder = temporaryFolder()
      place = await (newPlace as () => Promise<EmptyPlace>)()
      const dist = join(folder.path, 'dist')
      mkdirSync(dist)
      writeFileSync(join(dist, 'index.html'), '')
      const { dataDir, databaseUrl } = place.location
      const env = { DATA_DIR: dataDir, DIST_DIR: dist, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
      const importOwn = async (day: string, text: string) => {
        const file = join(folder.path, `${day}.csv`)
        writeFileSync(file, text)
        const imported = await runImport(['--site', 'daikon.ru', '--date', day, file], env)
        expect(imported).toMatchObject({ code: 0, stdout: expect.stringContaining(`шин ${PRICES}`) })
      }
      await importOwn(YESTERDAY, tyresCsv(PRICES))

      let token = ''
      const start = async () => {
        server = await startServer(env)
        const answer = await fetch(`${server.origin}/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(ADMIN),
        })
        token = ((await answer.json()) as { access_token: string }).access_token
      }
      const call = async <Answer>(path: string, body?: object): Promise<Answer> => {
        const answer = await fetch(`${server?.origin}/api/companion/${path}`, {
          method: body ? 'POST' : 'GET',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        })
        expect([path, answer.status]).toEqual([path, 200])
        return (await answer.json()) as Answer
      }
      await start()
      const { id: set } = await call<{ id: number }>('decisions', {
        key: '0'.repeat(32),
        name: 'Зима',
        decisions,
      })
      await call(`decisions/${set}/state`, { from: 'draft', to: 'agreed' })
      const columns = [
        { id: 'id', name: 'Артикул производителя' },
        { id: 'name', name: 'Название' },
        { id: 'city', name: 'Город' },
        { id: 'price', name: 'Розн. цена' },
      ] as const
      const settings = outletSettings({ columns: [...columns] })
      const { id } = await call<{ id: number }>('outlets', settings)
      const { path } = await call<{ path: string }>(`outlets/${id}/address`, {})

      const publication = { key: '1'.repeat(32), set, unchecked: false }
      for (const wait of [0, 5, 15, 40]) {
        const sent = call(`outlets/${id}/publish`, publication).catch(() => undefined)
        await pause(wait)
        await server?.stop('SIGKILL')
        await sent
        await start()
      }
      await call(`outlets/${id}/publish`, publication)
      const view = () => call<OutletAnswer>(`outlets/${id}`)
      expect((await view()).publications).toMatchObject([{ prices: PRICES, set_name: 'Зима' }])
      expect((await view()).outlet.arrival).toBeNull()

      const feed = async (headers: Record<string, string> = {}) =>
        fetch(`${server?.origin}${path}`, { headers })
      const first = await feed()
      const list = await first.text()
      expect(list.split('\r\n')).toHaveLength(PRICES + 2)
      await server?.stop('SIGKILL')
      await start()
      expect((await feed({ 'if-none-match': first.headers.get('etag') as string })).status).toBe(304)
      expect(await (await feed()).text()).toBe(list)
      expect((await view()).fetches.map(({ status }) => status)).toEqual([200, 304, 200])

      await importOwn(isoToday(), list)
      expect((await view()).outlet.arrival).toEqual({
        day: isoToday(),
        arrived: PRICES,
        of: PRICES,
        missing: [],
      })
    })
  })
}
