import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'puppeteer-core'
import { newKeyPair } from '../../server/push/key-pair.ts'
import { buildApp } from '../support/build-app.ts'
import { type Desktop, startDesktop } from '../support/desktop-notifications.ts'
import { FIREFOX, launchFirefox } from '../support/firefox.ts'
import { type FirefoxPushService, startFirefoxPushService } from '../support/firefox-push-service.ts'
import { ADMIN, type RunningServer, runImport, startServer, temporaryFolder } from '../support/processes.ts'
import { startPushService, type TestPushService } from '../support/push-service.ts'
import { test as base, expect } from './fixtures.ts'

/** The whole chain: the real command, server, push service protocol, encryption, browser, worker, desktop, and a trusted click. */
interface Chain {
  page: Page
  firefox: Browser
  desktop: Desktop
  origin: string
  service: TestPushService
  channel: FirefoxPushService
  /** prices of a site on two days, the second ones cheaper */
  importMoves(site: string): Promise<void>
}

const HEADER =
  'article,brand,name,width,height,diameter,season,vehicle_type,speed_index,load_index,city,warehouse,retail,opt,cost,stock'
const line = (article: string, opt: number) =>
  `${article},Arktika,Шина ${article},205,55,16,Зимняя,Легковая,T,91,Томск,Склад,${opt * 2},${opt},,4`

const test = base.extend<{ chain: Chain }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  chain: async ({}, use) => {
    const folder = temporaryFolder()
    const ends: (() => unknown)[] = [() => folder.remove()]
    try {
      await use(await startChain(folder.path, ends))
    } finally {
      for (const end of ends.reverse()) await end()
    }
  },
})

async function startChain(folder: string, ends: (() => unknown)[]): Promise<Chain> {
  const desktop = await startDesktop()
  if (!desktop) throw new Error('no dbus-daemon')
  ends.push(desktop.close)
  const service = await startPushService()
  ends.push(service.close)
  const channel = await startFirefoxPushService(service)
  ends.push(channel.close)

  const keys = newKeyPair()
  const [dist, certificate] = [join(folder, 'dist'), join(folder, 'certificate.pem')]
  writeFileSync(certificate, service.certificate.cert)
  buildApp(dist, { VITE_VAPID_PUBLIC_KEY: keys.publicKey, REACT_APP_VAPID_PUBLIC_KEY: keys.publicKey })
  const env = {
    DATA_DIR: join(folder, 'data'),
    DIST_DIR: dist,
    VITE_VAPID_PUBLIC_KEY: keys.publicKey,
    VAPID_PRIVATE_KEY: keys.privateKey,
    PUSH_ALLOWED_HOSTS: service.host,
    NODE_EXTRA_CA_CERTS: certificate,
  }
  const server: RunningServer = await startServer(env)
  ends.push(() => server.stop())

  const profile = mkdtempSync(join(tmpdir(), 'prices-firefox-'))
  ends.push(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }))
  const firefox = await launchFirefox({ pushUrl: channel.url, bus: desktop.address, profile })
  ends.push(() => firefox.close())
  const page = await firefox.newPage()
  return {
    page,
    firefox,
    desktop,
    origin: server.origin,
    service,
    channel,
    async importMoves(site) {
      for (const [date, opt] of [
        ['2026-02-01', 4000],
        ['2026-02-02', 3500],
      ] as const) {
        const file = join(folder, `${site}-${date}.csv`)
        writeFileSync(file, [HEADER, line('A', opt), line('B', opt * 2)].join('\n'))
        const { code, stderr } = await runImport(['--site', site, '--date', date, file], env)
        if (code !== 0) throw new Error(stderr)
      }
    },
  }
}

async function signInAndTurnOn({ page, origin }: Chain): Promise<void> {
  await page.goto(`${origin}/profile/account`)
  await page.locator('input[name=username]').fill(ADMIN.username)
  await page.locator('input[name=password]').fill(ADMIN.password)
  await page.locator('button[type=submit]').click()
  await page.locator('[role=switch][aria-checked=false]:not(:disabled)').click()
  await page.waitForSelector('[role=switch][aria-checked=true]')
}

const shownTitles = ({ desktop }: Chain) => desktop.shown.map(({ title }) => title)

test.skip(
  [FIREFOX, '/usr/bin/dbus-daemon'].some((path) => !existsSync(path)) && !process.env.CI,
  'needs Firefox and dbus-daemon: apt install firefox-esr dbus-daemon',
)
test.slow()

test('an imported price change comes to the desktop, and a click lands on its notification', async ({
  chain,
}) => {
  const { page, desktop, channel, origin } = chain
  await signInAndTurnOn(chain)
  expect(channel.channels.size).toBe(1)
  await chain.importMoves('push.ru')
  await expect.poll(() => shownTitles(chain), { timeout: 20_000 }).toEqual(['Легковые · push.ru, −12,5 %'])
  expect(channel.acks).toEqual([100])
  const [shown] = desktop.shown
  expect(shown?.body).toContain('Подорожало: 0, подешевело: 2.')
  expect(shown?.actions).toEqual(expect.arrayContaining(['Открыть отчёт', 'Прочитано']))

  // The open window goes there by itself.
  desktop.click(shown?.id ?? 0)
  await page.waitForFunction(() => location.pathname === '/profile/notifications')
  await page.waitForSelector('::-p-text(push.ru)')
  expect(new URL(page.url()).origin).toBe(origin)
  await expect.poll(() => shownTitles(chain)).toEqual([])
})

test('with the app closed it comes too; the actions open the report and mark as read', async ({ chain }) => {
  const { firefox, desktop } = chain
  await signInAndTurnOn(chain)
  // Another page keeps the browser open; the app itself is closed.
  await firefox.newPage()
  await chain.page.close()
  await chain.importMoves('closed.ru')
  await expect.poll(() => shownTitles(chain), { timeout: 20_000 }).toEqual(['Легковые · closed.ru, −12,5 %'])
  const [{ id, actions }] = desktop.shown as [Desktop['shown'][number]]
  const keyOf = (label: string) => actions[actions.indexOf(label) - 1] as string
  const opened = new Promise<Page>((resolve) => {
    firefox.once('targetcreated', async (target) => resolve((await target.page()) as Page))
  })
  desktop.click(id, keyOf('Открыть отчёт'))
  const report = await opened
  await report.waitForFunction(() => location.pathname === '/export/price-changes')
  expect(new URL(report.url()).searchParams.get('site')).toBe('closed.ru')

  await chain.importMoves('read.ru')
  await expect.poll(() => shownTitles(chain), { timeout: 20_000 }).toEqual(['Легковые · read.ru, −12,5 %'])
  const [next] = desktop.shown as [Desktop['shown'][number]]
  desktop.click(next.id, next.actions[next.actions.indexOf('Прочитано') - 1])
  await report.goto(`${chain.origin}/profile/notifications`)
  await report.waitForSelector('::-p-text(read.ru)')
  await expect
    .poll(() =>
      report.evaluate(() => {
        const item = [...document.querySelectorAll('li')].find((one) => one.textContent?.includes('read.ru'))
        return item?.textContent?.includes('прочитанн') ?? null
      }),
    )
    .toBe(false)
})

test('the test of the device walks all steps; turning push off and logging out end the subscription', async ({
  chain,
}) => {
  const { page, channel } = chain
  await signInAndTurnOn(chain)
  await page.locator('::-p-text(Проверить push)').click()
  await page.waitForSelector('::-p-text(Push работает на этом устройстве.)')
  await expect.poll(() => shownTitles(chain)).toEqual(['Проверка push'])

  await page.locator('[role=switch][aria-checked=true]').click()
  await page.waitForSelector('[role=switch][aria-checked=false]')
  await expect.poll(() => channel.channels.size).toBe(0)

  await page.locator('[role=switch][aria-checked=false]:not(:disabled)').click()
  await page.waitForSelector('[role=switch][aria-checked=true]')
  await expect.poll(() => channel.channels.size).toBe(1)
  await page.locator('nav[aria-label="Личный кабинет"] ::-p-text(Выход)').click()
  await page.waitForFunction(() => location.search === '?logout=1')
  await expect.poll(() => channel.channels.size).toBe(0)
})
