import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { PATHS } from '../../contract/paths.ts'
import { ADMIN, type RunningServer, runImport, startServer, temporaryFolder } from '../support/processes.ts'

/** Day of the tests' own prices; the sample data has only days around today. */
export const DAY = '2026-04-18'

/** The real server on this test worker's own data directory. */
export interface PriceServer extends RunningServer {
  /** After a stop: restarts at the same address, with the same data. */
  start(): Promise<void>
  /** The last day of the sample data; a test run may outlive midnight, and then a day of a test's own would be the only one. */
  lastDay: string
  /** Imports a price list in the project's own CSV form with the real command. */
  importPrices(site: string, date: string, lines: readonly string[]): Promise<void>
}

const HEADER =
  'article,brand,name,width,height,diameter,season,vehicle_type,speed_index,load_index,city,warehouse,retail,opt,cost,stock'

export interface Fixtures {
  /** the administrator's session, on no page of the app yet: most tests begin on another than the home page */
  signedIn: Page
  /** the same, on the home page */
  atHome: Page
}

const TYRE_COLUMNS = HEADER.split(',').indexOf('city')

/** An article is one tyre (decision 14), and its first record names it: of another test's tyre with the same article a page shows the former name. */
function keepToOneTyre(imported: Map<string, string>, line: string): void {
  const [article = '', ...tyre] = line.split(',').slice(0, TYRE_COLUMNS)
  const former = imported.get(article)
  if (article && former !== undefined && former !== tyre.join())
    throw new Error(`${article} is another test's article`)
  imported.set(article, tyre.join())
}

export const test = base.extend<Fixtures, { server: PriceServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const folder = temporaryFolder()
      const env = { DATA_DIR: join(folder.path, 'data') }
      let running = await startServer(env)
      const { origin } = running
      const imported = new Map<string, string>()
      const server: PriceServer = {
        origin,
        lastDay: await lastDayOf(origin),
        stop: () => running.stop(),
        async start() {
          running = await startServer({ ...env, PORT: new URL(origin).port })
        },
        async importPrices(site, date, lines) {
          for (const line of lines) keepToOneTyre(imported, line)
          const file = join(folder.path, `${site}-${date}.csv`)
          writeFileSync(file, [HEADER, ...lines].join('\n'))
          const { code, stderr } = await runImport(['--site', site, '--date', date, file], env)
          if (code !== 0) throw new Error(stderr)
        },
      }
      await server.importPrices('daikon.ru', DAY, ownPrices())
      await server.importPrices('b.ru', '2026-04-17', theirPrices(1.1))
      await server.importPrices('b.ru', DAY, theirPrices(1))
      await use(server)
      await running.stop()
      folder.remove()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => {
    await use(server.origin)
  },
  context: async ({ context, baseURL }, use) => {
    await asKnownDevice(context, baseURL ?? '')
    await use(context)
  },
  signedIn: async ({ page }, use) => {
    await returnSignedIn(page)
    await use(page)
  },
  // Not from signedIn, which tests of the worker redefine from this one.
  atHome: async ({ page }, use) => {
    await returnSignedIn(page)
    await page.goto('/')
    await page.getByRole('link', { name: 'a1 Выгрузить ВСЕ цены', exact: true }).waitFor()
    await use(page)
  },
})

export { expect } from '@playwright/test'

/** The same for every context: a sign-in from another device would notify the user (specification 11.6). */
const DEVICE = 'test-device'.padEnd(43, '-')
/** For calls outside of a browser context. */
export const DEVICE_HEADER = { cookie: `device=${DEVICE}` }

async function asKnownDevice(context: BrowserContext, origin: string): Promise<void> {
  const { hostname: domain } = new URL(origin)
  await context.addCookies([{ name: 'device', value: DEVICE, domain, path: '/auth' }])
}

export async function signIn(page: Page, password = ADMIN.password): Promise<void> {
  // Tests may have opened a context of their own.
  await asKnownDevice(page.context(), page.url())
  await page.getByLabel('Логин').fill(ADMIN.username)
  await page.getByLabel('Пароль').fill(password)
  await page.getByRole('button', { name: 'Авторизоваться' }).click()
}

async function lastDayOf(origin: string): Promise<string> {
  const signedIn = await fetch(origin + PATHS.login, {
    method: 'POST',
    headers: { ...DEVICE_HEADER, 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  const { access_token: token } = (await signedIn.json()) as { access_token: string }
  const today = await fetch(origin + PATHS.today, { headers: { authorization: `Bearer ${token}` } })
  return ((await today.json()) as { day: string }).day
}

/** A file of the app's origin, with which no script comes. */
const NOTHING_RUNS = '/icon.svg'

/** As a person comes back who has signed in before: the login screen, which has tests of its own, would double a test's time. */
async function returnSignedIn(page: Page): Promise<void> {
  const answer = await page.request.post(PATHS.login, { data: ADMIN })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  await page.goto(NOTHING_RUNS)
  await page.evaluate(
    (session) => {
      for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value)
    },
    { access_token: token, token, username: ADMIN.username },
  )
}

/** The paths that are asked for from now on; what the page before still loads late is not among them. */
export async function askedPaths(page: Page): Promise<string[]> {
  await page.goto(NOTHING_RUNS)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  return asked
}

/** Chooses a filter's value, whichever control it has: a field of more than eight values, which the prices of other tests on this server may make, is a combobox. */
export async function chooseFilter(page: Page, label: string, value: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  // Its values are there, and so its kind is settled.
  await expect(field).toBeEnabled()
  if ((await field.getAttribute('role')) !== 'combobox') {
    await field.selectOption(value)
    return
  }
  await field.fill(value)
  await page.getByRole('option', { name: value, exact: true }).click()
}

const TYRES = 250

/** 250 tyres in two cities; brands Arktika and Zorki in turn. */
function tyre(i: number): string {
  const brand = i % 2 === 0 ? 'Arktika' : 'Zorki'
  const name = `Шина ${String(i).padStart(3, '0')}`
  return `T${i},${brand},${name},205,55,${i % 3 === 0 ? 16 : 17},Зимняя,Легковая,T,9${i % 10}`
}

function ownPrices(): string[] {
  return Array.from(
    { length: TYRES },
    (_, i) => `${tyre(i)},Томск,Центральный,${1300 + i},${1000 + i},${900 + i},4`,
  )
}

function theirPrices(level: number): string[] {
  return Array.from({ length: TYRES }, (_, i) => [
    `${tyre(i)},Томск,Склад 1,${1600 + i},${Math.round((1200 + i) * level)},,${i}`,
    `${tyre(i)},Омск,,${1700 + i},${1250 + i},,${i + 1}`,
  ]).flat()
}
