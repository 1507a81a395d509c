import puppeteer, { type Browser } from 'puppeteer-core'

export const FIREFOX = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr'

interface FirefoxParts {
  /** ws:// address of the push service */
  pushUrl: string
  /** session bus of the desktop that shows notifications */
  bus: string
  profile: string
}

/** Stock Firefox, driven over WebDriver BiDi, with a push service and a desktop of the test's own. */
export function launchFirefox({ pushUrl, bus, profile }: FirefoxParts): Promise<Browser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    userDataDir: profile,
    env: { ...process.env, HOME: profile, DBUS_SESSION_BUS_ADDRESS: bus },
    extraPrefsFirefox: {
      // Remote control turns push off.
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
