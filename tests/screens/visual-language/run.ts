import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { createServer } from 'vite'
import project from '../../../vite.config.ts'
import { HEADLESS_SHELL } from '../../support/chromium.ts'
import { STORIES, type Story, THEMES, visualLanguageDocument } from './document.ts'

/** npm run visual-language: writes docs/visual-language.md and its pictures from the app's tokens and components. */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const PICTURES = `${ROOT}docs/visual-language`
const PAGE = fileURLToPath(new URL('./page', import.meta.url))

writeFileSync(`${ROOT}docs/visual-language.md`, visualLanguageDocument())
rmSync(PICTURES, { recursive: true, force: true })
mkdirSync(PICTURES, { recursive: true })
const server = await createServer({
  root: PAGE,
  configFile: false,
  logLevel: 'warn',
  cacheDir: `${ROOT}node_modules/.cache/visual-language`,
  plugins: [react()],
  css: { ...project.css },
  server: { host: '127.0.0.1', port: 0, fs: { allow: [ROOT] } },
})
const browser = await chromium.launch(HEADLESS_SHELL)
try {
  await server.listen()
  const address = server.resolvedUrls?.local[0]
  if (address === undefined) throw new Error('the page has no address')
  const page = await browser.newPage({ viewport: { width: 660, height: 900 }, locale: 'ru-RU' })
  await page.goto(address)
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    for (const story of Object.keys(STORIES) as Story[]) {
      const path = `${PICTURES}/${story}-${theme}.png`
      await page.locator(`[data-story=${story}]`).screenshot({ path, animations: 'disabled', caret: 'hide' })
    }
  }
} finally {
  await browser.close()
  await server.close()
}
