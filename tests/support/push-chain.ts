import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'puppeteer-core'
import { newKeyPair } from '../../server/features/notifications/push/key-pair.ts'
import { copyWithPushKey } from './copy-build.ts'
import { type Desktop, startDesktop } from './desktop-notifications.ts'
import { launchFirefox } from './firefox.ts'
import { type FirefoxPushService, startFirefoxPushService } from './firefox-push-service.ts'
import { copyPrepared, importInto } from './prepared-data.ts'
import { ADMIN, type RunningServer, startServer } from './processes.ts'
import { startPushService, type TestPushService } from './push-service.ts'

/**
 * Everything between an import and a click on a notification: server, push protocol, encryption, browser, worker,
 * desktop.
 */
export interface PushChain {
  page: Page
  firefox: Browser
  desktop: Desktop
  origin: string
  service: TestPushService
  channel: FirefoxPushService
  /** imports a site's prices of two days; those of the second day are lower */
  importMoves(site: string): Promise<void>
}

const line = (article: string, opt: number) =>
  `${article},Arktika,Шина ${article},205,55,16,Зимняя,Легковая,T,91,Томск,Склад,${opt * 2},${opt},,4`

/** @param ends collects clean-up functions, to be called in reverse order */
export async function startPushChain(folder: string, ends: (() => unknown)[]): Promise<PushChain> {
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
  copyWithPushKey(dist, keys.publicKey)
  const env = {
    DATA_DIR: join(folder, 'data'),
    DIST_DIR: dist,
    VITE_VAPID_PUBLIC_KEY: keys.publicKey,
    VAPID_PRIVATE_KEY: keys.privateKey,
    PUSH_ALLOWED_HOSTS: service.host,
    NODE_EXTRA_CA_CERTS: certificate,
  }
  copyPrepared('sample', env.DATA_DIR)
  const server: RunningServer = await startServer(env)
  ends.push(() => server.stop())

  const profile = mkdtempSync(join(tmpdir(), 'prices-firefox-'))
  ends.push(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }))
  const firefox = await launchFirefox({ pushUrl: channel.url, bus: desktop.address, profile })
  ends.push(() => firefox.close())
  const page = await firefox.newPage()
  // Time limit for hanging tests, like Playwright's own: on a busy machine, the first subscription takes long.
  page.setDefaultTimeout(120_000)
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
        await importInto(env.DATA_DIR, site, date, [line('A', opt), line('B', opt * 2)])
      }
    },
  }
}

export async function signInAndTurnOn({ page, origin }: PushChain): Promise<void> {
  await page.goto(`${origin}/profile/account`)
  await page.locator('input[name=username]').fill(ADMIN.username)
  await page.locator('input[name=password]').fill(ADMIN.password)
  await page.locator('button[type=submit]').click()
  await page.locator('.push-actions [role=switch][aria-checked=false]:not(:disabled)').click()
  const settled = await page.waitForSelector('.push-actions [role=switch][aria-checked=true], [role=alert]')
  const problem = await settled?.evaluate((one) => (one.role === 'alert' ? one.textContent : null))
  if (problem) throw new Error(problem)
}
