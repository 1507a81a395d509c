// Specification 1.3, 2.9, 2.18, 4.4, 4.34, 8.13, 8.14, 8.17

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { click, type Engine, type StartedEngine, sees, textOf } from '../support/engine.ts'
import { FIREFOX, startFirefox } from '../support/firefox.ts'
import { ADMIN, temporaryFolder } from '../support/processes.ts'
import { translatePage } from '../support/translate-page.ts'
import { hasWebKit, startWebKit } from '../support/webkit.ts'
import { test as base, DAY, expect, type PriceServer } from './fixtures.ts'

interface EngineUnderTest {
  there: boolean
  packages: string
  start(folder: string): Promise<StartedEngine>
}

const ENGINES: Readonly<Record<string, EngineUnderTest>> = {
  WebKit: { there: hasWebKit(), packages: 'webkit2gtk-driver xvfb', start: startWebKit },
  Firefox: { there: existsSync(FIREFOX), packages: 'firefox-esr', start: startFirefox },
}

const REPORT = `/export/retail?date=${DAY}`
const OFFLINE = 'Нет связи с сервером. Показаны сохранённые данные.'

interface Fixtures {
  engineName: string
  /** a tab with a profile of the test's own */
  engine: Engine
}

const test = base.extend<Fixtures, { started: (name: string) => Promise<StartedEngine> }>({
  started: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const folder = temporaryFolder()
      const started = new Map<string, StartedEngine>()
      await use(async (name) => {
        const engine = started.get(name) ?? (await ENGINES[name]?.start(folder.path))
        if (!engine) throw new Error(`no engine ${name}`)
        started.set(name, engine)
        return engine
      })
      for (const engine of started.values()) await engine.stop()
      folder.remove()
    },
    { scope: 'worker' },
  ],
  engineName: ['', { option: true }],
  engine: async ({ engineName, started }, use) => {
    const engine = await (await started(engineName)).open()
    await use(engine)
    await engine.close()
  },
})

const pathOf = (engine: Engine) => engine.ask(() => location.pathname)
const focused = (engine: Engine) => engine.ask(() => (document.activeElement as HTMLInputElement).value)
/** Text of the active cell. */
const activeCell = (engine: Engine) =>
  engine.ask(() => {
    const id = document.querySelector('[role=grid]')?.getAttribute('aria-activedescendant')
    return id ? document.getElementById(id)?.textContent : null
  })

/** Submits the sign-in form without waiting for the result. */
async function sendSignIn(engine: Engine, password: string): Promise<void> {
  await click(engine, { css: 'input', name: 'Логин' })
  await engine.press(...ADMIN.username)
  await click(engine, { css: 'input', name: 'Пароль' })
  await engine.press(...password)
  await click(engine, { css: 'button', name: 'Авторизоваться' })
}

/** Signs in on the way to a report, and waits for its table. */
async function openReport(engine: Engine, { origin }: PriceServer): Promise<void> {
  await engine.go(`${origin}${REPORT}`)
  await sendSignIn(engine, ADMIN.password)
  await sees(engine, 'Шина 000')
}

/** Resolves when the worker controls this page and has saved the first page of the report. */
const keptOnDevice = (engine: Engine) =>
  expect
    .poll(() =>
      engine.ask(async () => {
        if (!navigator.serviceWorker.controller) return 0
        const db = await new Promise<IDBDatabase | null>((resolve) => {
          const opening = indexedDB.open('tyre-prices')
          // The worker has not created the database yet; opening it here would create it without its stores.
          opening.onupgradeneeded = () => opening.transaction?.abort()
          opening.onsuccess = () => resolve(opening.result)
          opening.onerror = () => resolve(null)
        })
        if (!db) return 0
        const keys = await new Promise<IDBValidKey[]>((resolve, reject) => {
          const reading = db.transaction('entries').objectStore('entries').getAllKeys()
          reading.onsuccess = () => resolve(reading.result)
          reading.onerror = () => reject(reading.error)
        })
        db.close()
        // The next page may have been prefetched by now.
        const wanted = /retailTyres.*[?&]page=1(?!\d)|filters|vehicle_type/
        return keys.filter((key) => wanted.test(String(key))).length
      }),
    )
    .toBe(3)

/** Waits for the code that takes pictures of screens, which shows that there are unread notifications. */
const codeOfBackground = (engine: Engine) =>
  expect.poll(() => engine.ask(() => document.title)).toMatch(/^\(/)

/** Starts a server at the address of one that was stopped, which accepts requests and never answers. */
async function startSilentServer({ origin }: PriceServer): Promise<{ stop(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => void sockets.add(socket.on('error', () => undefined)))
  await new Promise<void>((resolve) => silent.listen(Number(new URL(origin).port), '127.0.0.1', resolve))
  return {
    stop: () =>
      new Promise((resolve) => {
        silent.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

for (const [engineName, { there, packages }] of Object.entries(ENGINES)) {
  test.describe(engineName, () => {
    test.skip(!there && !process.env.CI, `needs ${engineName}: apt install ${packages}`)
    test.use({ engineName })
    test.slow()

    test('sign-in: a wrong password is reported; after the right one, navigating at once works', async ({
      engine,
      server,
    }) => {
      await engine.go(`${server.origin}/login`)
      await sendSignIn(engine, 'wrong')
      await sees(engine, 'Неверный логин или пароль')
      await engine.go(`${server.origin}/login`)
      await sendSignIn(engine, ADMIN.password)
      await expect.poll(() => pathOf(engine)).toBe('/')
      await engine.go(`${server.origin}${REPORT}`)
      await sees(engine, 'Шина 000')
      expect(await pathOf(engine)).toBe('/export/retail')
    })

    test('a translated page shows its next page', async ({ engine, server }) => {
      await openReport(engine, server)
      await codeOfBackground(engine)
      expect(await engine.ask(translatePage)).toBeGreaterThan(20)
      await click(engine, { css: 'button', name: 'Вперёд →' })
      await sees(engine, /Страница 2 из/)
      expect(await textOf(engine)).not.toContain('Что-то пошло не так')
    })

    test('a report is printed with all rows of its page', async ({ engine, server }) => {
      await openReport(engine, server)
      await codeOfBackground(engine)
      await engine.ask(() => void window.dispatchEvent(new Event('beforeprint')))
      const printed = () => engine.ask(() => document.querySelectorAll('.printed-report tbody tr').length)
      await expect.poll(printed).toBe(100)
    })

    test('type-ahead: a click selects the current value, and typing replaces it', async ({
      engine,
      server,
    }) => {
      await openReport(engine, server)
      // Clicks the text 'Все' itself, where a click would place the caret.
      await click(engine, { css: 'input', name: 'Индекс нагрузки', fromLeft: 20 })
      await engine.press('9', '7')
      await expect.poll(() => focused(engine)).toBe('97')
      await expect
        .poll(() =>
          engine.ask(() => [...document.querySelectorAll('[role=option]')].map((o) => o.textContent)),
        )
        .toEqual(['97'])
      await engine.press('Enter', 'Enter')
      await sees(engine, /из 25(?!\d)/)
      expect(await engine.ask(() => location.search)).toContain('load=97')
    })

    test('dropdowns and progress bars have our own style', async ({ engine, server }) => {
      await openReport(engine, server)
      const looks = await engine.ask(() => {
        const styleOf = (css: string) => getComputedStyle(document.querySelector(css) as Element)
        const [select, field] = [styleOf('select.input'), styleOf('input.input')]
        return {
          appearance: select.appearance,
          same: select.height === field.height && select.borderRadius === field.borderRadius,
        }
      })
      expect(looks).toEqual({ appearance: 'none', same: true })
      await engine.go(`${server.origin}/profile/saved`)
      await expect
        .poll(() =>
          engine.ask(
            () =>
              document.querySelector('meter') &&
              getComputedStyle(document.querySelector('meter') as Element).appearance,
          ),
        )
        .toBe('none')
    })

    test('the grid is navigated by keyboard', async ({ engine, server }) => {
      await openReport(engine, server)
      await click(engine, { css: '[role=gridcell]', name: 'Шина 000' })
      await expect.poll(() => activeCell(engine)).toBe('Шина 000')
      await engine.press('ArrowDown')
      await expect.poll(() => activeCell(engine)).toBe('Шина 002')
      await engine.press('ArrowRight')
      await expect.poll(() => activeCell(engine)).toBe('205')
      await engine.press('End')
      // The last column is rendered once it is in view.
      await expect
        .poll(() =>
          engine.ask(() => {
            const grid = document.querySelector('[role=grid]')
            const cell = document.getElementById(grid?.getAttribute('aria-activedescendant') ?? '')
            return cell?.getAttribute('aria-colindex') === grid?.getAttribute('aria-colcount')
          }),
        )
        .toBe(true)
    })

    test('the table is downloaded as a file', async ({ engine, server }) => {
      await openReport(engine, server)
      await click(engine, { css: 'button', name: 'Скачать эту таблицу' })
      // A zip ends with its directory, so the file is complete. Before the file arrives, Firefox creates an empty
      // placeholder.
      const isThere = () => {
        const name = readdirSync(engine.downloads).find((one) => one.endsWith('.xlsx'))
        try {
          return name !== undefined && readFileSync(join(engine.downloads, name)).includes('PK\x05\x06')
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
          throw error
        }
      }
      await expect.poll(isThere).toBe(true)
    })

    test('a report and its copy open without a server, and the app recovers when it is back', {
      tag: '@main-flow',
    }, async ({ engine, server }) => {
      await openReport(engine, server)
      await keptOnDevice(engine)
      await server.stop()
      await engine.go(`${server.origin}/`)
      await sees(engine, OFFLINE)
      await engine.go(`${server.origin}${REPORT}`)
      await sees(engine, 'Шина 000')
      await sees(engine, /Сохранено\s+\d+ \S+, \d\d:\d\d/)
      await server.start()
      // The next navigation in the app calls the server again.
      await click(engine, { css: 'a', name: 'Назад' })
      await expect.poll(() => textOf(engine)).not.toContain(OFFLINE)
      await sees(engine, 'Главная страница')
    })

    test('a start after the caches were emptied asks for a network, and with one fetches the app again', async ({
      engine,
      server,
    }) => {
      await openReport(engine, server)
      await keptOnDevice(engine)
      await engine.ask(async () => {
        for (const name of await caches.keys()) await caches.delete(name)
      })
      await server.stop()
      await engine.go(`${server.origin}${REPORT}`)
      await sees(engine, 'Подключитесь к сети и обновите страницу.')
      await server.start()
      await engine.go(`${server.origin}${REPORT}`)
      await sees(engine, 'Шина 000')
      await expect.poll(() => engine.ask(() => caches.keys())).not.toEqual([])
    })

    test('a start shows the last screen while the session is checked, and the app takes its place', {
      tag: '@main-flow',
    }, async ({ engine, server }) => {
      await openReport(engine, server)
      await keptOnDevice(engine)
      await codeOfBackground(engine)
      await engine.go(`${server.origin}/`)
      await sees(engine, 'Главная страница')
      await server.stop()
      const silent = await startSilentServer(server)
      await engine.go(`${server.origin}${REPORT}`)
      const pictured = () => engine.ask(() => document.getElementById('last-screen')?.textContent ?? '')
      await expect.poll(pictured).toContain('Шина 000')
      expect(await engine.ask(() => document.querySelector('#root [role=grid]'))).toBe(null)
      await silent.stop()
      await server.start()
      await expect.poll(pictured).toBe('')
      await sees(engine, 'Шина 000')
    })

    test('logout deletes all data from the device', async ({ engine, server }) => {
      await openReport(engine, server)
      await keptOnDevice(engine)
      await click(engine, { css: 'button', name: ADMIN.username })
      await click(engine, { css: 'button', name: 'Выход' })
      await expect.poll(() => engine.ask(() => location.pathname + location.search)).toBe('/login?logout=1')
      await sees(engine, 'Авторизация')
      await server.stop()
      await engine.go(`${server.origin}${REPORT}`)
      await sees(engine, 'Авторизоваться')
      expect(await textOf(engine)).not.toContain('Шина 000')
      await server.start()
    })
  })
}
