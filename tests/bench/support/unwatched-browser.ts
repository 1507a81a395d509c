import puppeteer, { type Browser } from 'puppeteer-core'
import { CHROMIUM } from '../../support/chromium.ts'
import { inWorkspace } from './workspace.ts'

/**
 * Opens the browser of a profile that is not open elsewhere, without DevTools' network domain. Playwright always
 * enables this domain; Chromium then decodes each complete answer once more on the page's thread (90 ms for 10 MB),
 * which does not happen for real users.
 */
export const openUnwatched = (profile: string): Promise<Browser> =>
  puppeteer.launch({
    executablePath: CHROMIUM.executablePath,
    args: [...CHROMIUM.args, '--lang=ru-RU', '--window-size=1440,900'],
    userDataDir: inWorkspace(`profile-${profile}`),
    defaultViewport: { width: 1440, height: 900 },
    networkEnabled: false,
  })
