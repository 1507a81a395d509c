import puppeteer, { type Browser, type KeyInput } from 'puppeteer-core'
import { CLICK_MS, type StartedEngine } from './engine.ts'

export const FIREFOX = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr'

interface FirefoxParts {
  /** ws:// URL of the push service */
  pushUrl: string
  /** address of the session bus of the desktop that displays notifications */
  bus: string
  profile: string
}

/** Starts an unmodified Firefox, controlled over WebDriver BiDi, with the test's push service and desktop. */
export function launchFirefox({ pushUrl, bus, profile }: FirefoxParts): Promise<Browser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    userDataDir: profile,
    env: { ...process.env, HOME: profile, DBUS_SESSION_BUS_ADDRESS: bus },
    extraPrefsFirefox: {
      // Firefox under remote control has push disabled by default.
      'dom.push.connection.enabled': true,
      'dom.push.serverURL': pushUrl,
      'dom.push.testing.allowInsecureServerURL': true,
      'dom.push.retryBaseInterval': 200,
      'permissions.default.desktop-notification': 1,
      'alerts.useSystemBackend': true,
      'intl.accept_languages': 'ru-RU, ru',
    },
  })
}

/**
 * Starts an unmodified Firefox without push, for tests that run in every engine.
 * @param folder folder for its profile and downloads
 */
export async function startFirefox(folder: string): Promise<StartedEngine> {
  const firefox = await puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    env: { ...process.env, HOME: folder },
    defaultViewport: { width: 1280, height: 800 },
    extraPrefsFirefox: {
      'intl.accept_languages': 'ru-RU, ru',
      // 2 means the folder in browser.download.dir.
      'browser.download.folderList': 2,
      'browser.download.dir': folder,
      'browser.download.useDownloadDir': true,
    },
  })
  return {
    async open() {
      const container = await firefox.createBrowserContext()
      const page = await container.newPage()
      return {
        downloads: folder,
        async go(url) {
          await page.goto(url)
        },
        ask: (question, ...args) =>
          page.evaluate<unknown[], (...given: unknown[]) => never>(question as never, ...args),
        clickAt: (x, y) => page.mouse.click(x, y, { delay: CLICK_MS }),
        async press(...keys) {
          for (const key of keys) await page.keyboard.press(key as KeyInput)
        },
        close: () => container.close(),
      }
    },
    stop: () => firefox.close(),
  }
}
