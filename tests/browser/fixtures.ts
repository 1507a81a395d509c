import { join } from 'node:path'
import { type BrowserContext, test as base, type Cookie, expect, type Page, request } from '@playwright/test'
import { PATHS, SESSION_PATHS } from '../../contract/paths.ts'
import { LAST_SCREEN } from '../../contract/worker/last-screen.ts'
import { copyPrepared, importInto, LINE_FIELDS } from '../support/prepared-data.ts'
import { ADMIN, type RunningServer, startServer, temporaryFolder } from '../support/processes.ts'

export { DAY } from '../support/prepared-data.ts'

/** Session of the administrator, shared by the tests of a worker. */
interface Session {
  token: string
  cookies: Cookie[]
  startedAt: number
}

/** The real server on this test worker's own data directory. */
export interface PriceServer extends RunningServer {
  /** After a stop: restarts at the same address, with the same data. */
  start(): Promise<void>
  /** The last day of the sample data, which may no longer be today. */
  lastDay: string
  /** Imports lines of the project's own CSV form through the server's code. */
  importPrices(site: string, date: string, lines: readonly string[]): Promise<void>
  /** Returns the shared session, or starts another one if it has ended. */
  session(): Promise<Session>
  /** Shares the session with the next test, unless the refresh token on the test's device has changed. */
  shareSession(device: readonly Cookie[]): void
}

export interface Fixtures {
  /** whether actions and expectations wait until the app has taken the place of the last screen's picture */
  awaitsHandOver: boolean
  /** the administrator's session, on no page of the app yet: most tests begin on another than the home page */
  signedIn: Page
  /** a signed-in page on the home page */
  atHome: Page
}

const TYRE_COLUMNS = LINE_FIELDS.indexOf('city')

/**
 * Checks a test's tyres.
 * @throws if another test has imported a different tyre with the same article: the first tyre would name both
 * (specification 21.3)
 */
function checkArticle(imported: Map<string, string>, line: string): void {
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
      const dataDir = join(folder.path, 'data')
      copyPrepared('prices', dataDir)
      const env = { DATA_DIR: dataDir }
      let running = await startServer(env)
      const { origin } = running
      const imported = new Map<string, string>()
      let session: Session | undefined
      const server: PriceServer = {
        origin,
        printed: '',
        lastDay: '',
        stop: () => running.stop(),
        async start() {
          running = await startServer({ ...env, PORT: new URL(origin).port })
        },
        async importPrices(site, date, lines) {
          for (const line of lines) checkArticle(imported, line)
          await importInto(dataDir, site, date, lines)
        },
        async session() {
          if (!(session && (await isValid(origin, session)))) session = await startSession(origin)
          return session
        },
        shareSession(device) {
          if (session && refreshTokenOf(device) !== refreshTokenOf(session.cookies)) session = undefined
        },
      }
      server.lastDay = await lastDayOf(origin, await server.session())
      await use(server)
      await running.stop()
      folder.remove()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => {
    await use(server.origin)
  },
  awaitsHandOver: [true, { option: true }],
  context: async ({ context, baseURL, server, awaitsHandOver }, use) => {
    await asKnownDevice(context, baseURL ?? '')
    // Most tests change filters after 'Применить'.
    await context.addInitScript(() => {
      if (location.protocol.startsWith('http') && localStorage.getItem('filters_stay') === null)
        localStorage.setItem('filters_stay', 'on')
    })
    if (awaitsHandOver)
      context.on('page', (page) => page.addLocatorHandler(picture(page), () => Promise.resolve()))
    await use(context)
    server.shareSession(await context.cookies())
  },
  signedIn: async ({ page, server }, use) => {
    await returnSignedIn(page, server)
    await use(page)
  },
  // Not from signedIn, which tests of the worker redefine from this one.
  atHome: async ({ page, server }, use) => {
    await returnSignedIn(page, server)
    await page.goto('/')
    await page.getByRole('link', { name: 'a1 Выгрузить ВСЕ цены', exact: true }).waitFor()
    await use(page)
  },
})

export { expect } from '@playwright/test'

/** The picture of the last screen (specification 8.17), whose controls locators would find beside the app's. */
export const picture = (page: Page) => page.locator(`#${LAST_SCREEN}`)

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

async function lastDayOf(origin: string, { token }: Session): Promise<string> {
  const today = await fetch(origin + PATHS.today, { headers: { authorization: `Bearer ${token}` } })
  return ((await today.json()) as { day: string }).day
}

async function startSession(origin: string): Promise<Session> {
  const device = await request.newContext({ baseURL: origin, extraHTTPHeaders: DEVICE_HEADER })
  const answer = await device.post(SESSION_PATHS.login, { data: ADMIN })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const { cookies } = await device.storageState()
  await device.dispose()
  return { token, cookies, startedAt: Date.now() }
}

const refreshTokenOf = (cookies: readonly Cookie[]): string | undefined =>
  cookies.find(({ name }) => name === 'refresh_token')?.value

/** A third of an access token's lifetime. */
const SHARED_FOR_MS = 5 * 60 * 1000

async function isValid(origin: string, { token, startedAt }: Session): Promise<boolean> {
  if (Date.now() - startedAt > SHARED_FOR_MS) return false
  const check = await fetch(origin + SESSION_PATHS.checkToken, {
    headers: { authorization: `Bearer ${token}` },
  })
  return check.ok
}

/** Asset of the app that runs no script. */
const NOTHING_RUNS = '/icon.svg'

/** Puts the shared session on the page's device, which is faster than the login screen. */
export async function returnSignedIn(page: Page, server: PriceServer): Promise<void> {
  const { token, cookies } = await server.session()
  await page.goto(NOTHING_RUNS)
  await page.context().addCookies(cookies)
  await page.evaluate(
    (session) => {
      for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value)
    },
    { access_token: token, token, username: ADMIN.username },
  )
}

/** Records the paths requested from now on, except those of late requests of the previous page. */
export async function askedPaths(page: Page): Promise<string[]> {
  await page.goto(NOTHING_RUNS)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  return asked
}

/**
 * Chooses a filter's value in either control: fields with more than eight values are comboboxes, and other tests on
 * this server may import more values.
 */
export async function chooseFilter(page: Page, label: string, value: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  // The values have loaded, so the kind of control is settled.
  await expect(field).toBeEnabled()
  if ((await field.getAttribute('role')) !== 'combobox') {
    await field.selectOption(value)
    return
  }
  await field.fill(value)
  await page.getByRole('option', { name: value, exact: true }).click()
}
