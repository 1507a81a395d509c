import puppeteer, { type Browser } from 'puppeteer-core'
import { CHROMIUM } from '../../support/chromium.ts'
import { inWorkspace } from './workspace.ts'

/**
 * Opens the browser of a profile that nobody else has open, without DevTools' network domain, which Playwright always
 * enables: with it Chromium decodes each complete answer once more on the page's thread (10 MB: 90 ms), a task that people
 * do not have.
 */
export const openUnwatched = (profile: string): Promise<Browser> =>
  puppeteer.launch({
    executablePath: CHROMIUM.executablePath,
    args: [...CHROMIUM.args, '--lang=ru-RU', '--window-size=1440,900'],
    userDataDir: inWorkspace(`profile-${profile}`),
    defaultViewport: { width: 1440, height: 900 },
    networkEnabled: false,
  })
