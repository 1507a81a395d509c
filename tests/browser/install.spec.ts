// Specification 8.14

import { rmSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { isAppRoute } from '../../contract/paths.ts'
import { REPORTS } from '../../contract/reports/reports.ts'
import { faultsInThemes } from '../support/axe.ts'
import { temporaryFolder } from '../support/processes.ts'
import { expect, signIn, test, underControl } from './worker-fixtures.ts'

interface Manifest {
  [field: string]: unknown
  icons: { src: string; sizes: string; type: string; purpose: string }[]
  screenshots: { src: string; sizes: string; type: string; form_factor: string; label: string }[]
  shortcuts: { name: string; url: string }[]
}

const manifestOf = async (page: Page): Promise<Manifest> =>
  (await page.request.get('/manifest.webmanifest')).json()

/** Returns the size of an image as decoded by the browser. */
const sizeOf = (page: Page, src: string) =>
  page.evaluate(async (address) => {
    const image = new Image()
    image.src = address
    await image.decode()
    return `${image.naturalWidth}x${image.naturalHeight}`
  }, src)

test.describe('the manifest', () => {
  test('describes the app', async ({ page }) => {
    await page.goto('/login')
    expect(await page.locator('link[rel=manifest]').getAttribute('href')).toBe('/manifest.webmanifest')
    expect(await manifestOf(page)).toMatchObject({
      id: '/',
      name: 'Мониторинг цен на шины',
      short_name: 'Цены на шины',
      lang: 'ru',
      display: 'standalone',
      start_url: '/',
      scope: '/',
      background_color: '#ffffff',
      theme_color: '#ffffff',
    })
  })

  test('has icons for every purpose and screenshots for both form factors, with the declared sizes', async ({
    page,
  }) => {
    await page.goto('/login')
    const { icons, screenshots } = await manifestOf(page)
    expect(icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual([
      'any 192x192',
      'any 512x512',
      'maskable 512x512',
      'monochrome 512x512',
    ])
    expect(new Set(screenshots.map(({ form_factor }) => form_factor))).toEqual(new Set(['wide', 'narrow']))
    for (const { label } of screenshots) expect(label).toMatch(/[а-я]/)
    for (const { src, sizes, type } of [...icons, ...screenshots]) {
      const answer = await page.request.get(src)
      expect(answer.headers()['content-type'], src).toBe(type)
      expect(await sizeOf(page, src), src).toBe(sizes)
    }
    const apple = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
    expect(await sizeOf(page, apple ?? '')).toBe('180x180')
  })

  test('has shortcuts to existing pages', async ({ atHome: page }) => {
    const { shortcuts } = await manifestOf(page)
    expect(shortcuts.map(({ name }) => name)).toEqual(['Все цены', 'Изменения цен', 'Уведомления'])
    for (const { url } of shortcuts) {
      expect(isAppRoute(url)).toBe(true)
      await page.goto(url)
      const report = Object.values(REPORTS).find(({ route }) => route === url)
      const title = report?.title ?? 'Уведомления'
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    }
  })
})

test('Chromium finds no obstacle to installing', async ({ server, launchOptions }) => {
  // Tests normally use private windows, which cannot install apps.
  const profile = temporaryFolder()
  const context = await chromium.launchPersistentContext(profile.path, launchOptions)
  try {
    const page = await context.newPage()
    await page.goto(`${server.origin}/login`)
    await signIn(page)
    await underControl(page)
    const devtools = await context.newCDPSession(page)
    const { url, errors } = await devtools.send('Page.getAppManifest')
    expect({ url, errors }).toEqual({ url: `${server.origin}/manifest.webmanifest`, errors: [] })
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    expect(installabilityErrors).toEqual([])
  } finally {
    await context.close()
    rmSync(profile.path, { recursive: true, force: true })
  }
})

const menu = async (page: Page) => {
  await page.getByRole('button', { name: 'admin' }).click()
  return page.getByRole('navigation', { name: 'Меню пользователя' })
}
const ENTRY = 'Установить приложение'

/** The browser's install prompt event, which headless browsers never fire. */
async function offer(page: Page): Promise<void> {
  await page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true })
    const prompt = async () =>
      document.documentElement.setAttribute('data-asked', String(event.defaultPrevented))
    window.dispatchEvent(Object.assign(event, { prompt }))
  })
}

test.describe('the entry in the user menu', () => {
  test('appears once the browser offers to install, and prompts the user once', async ({ atHome: page }) => {
    await expect((await menu(page)).getByText(ENTRY)).toBeHidden()
    await page.keyboard.press('Escape')
    await offer(page)
    const entry = (await menu(page)).getByText(ENTRY)
    await entry.click()
    await expect(page.locator('html')).toHaveAttribute('data-asked', 'true')
    await expect((await menu(page)).getByText('Выход')).toBeVisible()
    await expect(entry).toBeHidden()
  })

  test('disappears when the app has been installed, and the browser is asked for persistent storage', async ({
    atHome: page,
  }) => {
    await offer(page)
    await page.evaluate(() => {
      navigator.storage.persist = async () => {
        document.documentElement.setAttribute('data-persist', 'asked')
        return true
      }
      window.dispatchEvent(new Event('appinstalled'))
    })
    await expect(page.locator('html')).toHaveAttribute('data-persist', 'asked')
    const entries = await menu(page)
    await expect(entries.getByText('Выход')).toBeVisible()
    await expect(entries.getByText(ENTRY)).toBeHidden()
  })

  test.describe('on an iPhone', () => {
    test.use({
      viewport: { width: 390, height: 844 },
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    })

    test('shows the steps', async ({ atHome: page }) => {
      await (await menu(page)).getByText(ENTRY).click()
      const steps = page.getByRole('dialog', { name: ENTRY })
      await expect(steps.getByRole('listitem')).toHaveText([/Поделиться/, /На экран «Домой»/, /Добавить/])
      expect(await faultsInThemes(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(steps).toBeHidden()
      await expect(page.getByRole('button', { name: 'admin' })).toBeFocused()
    })
  })

  for (const [name, agent, step] of [
    ['Chrome', 'CriOS/140.0.7339.39 Mobile/15E148 Safari/604.1', /справа в адресной строке/],
    ['Edge', 'Version/18.0 EdgiOS/140.0.3485.66 Mobile/15E148 Safari/604.1', /меню браузера внизу/],
    ['Firefox', 'FxiOS/143.0 Mobile/15E148 Safari/605.1.15', /меню браузера ☰/],
  ] as const) {
    test.describe(`in ${name} on an iPhone`, () => {
      test.use({
        viewport: { width: 390, height: 844 },
        userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${agent}`,
      })

      test('shows that browser’s steps', async ({ atHome: page }) => {
        await (await menu(page)).getByText(ENTRY).click()
        const steps = page.getByRole('dialog', { name: ENTRY })
        await expect(steps.getByRole('listitem')).toHaveText([step, /На экран «Домой»/, /Добавить/])
        await expect(steps.getByText('откройте эту страницу в Safari')).toBeVisible()
      })
    })
  }

  test('is absent in the installed app', async ({ atHome: page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }))
    await page.reload()
    await offer(page)
    const entries = await menu(page)
    await expect(entries.getByText('Выход')).toBeVisible()
    await expect(entries.getByText(ENTRY)).toBeHidden()
  })
})

test.describe('data kept by Safari', () => {
  const noteAsking = () => {
    navigator.storage.persisted = async () => false
    navigator.storage.persist = async () => {
      sessionStorage.setItem('asked', '1')
      return true
    }
  }
  const asked = (page: Page) => page.evaluate(() => sessionStorage.getItem('asked'))

  test('is requested to persist at each start of the installed app, and never in a tab', async ({ page }) => {
    await page.addInitScript(noteAsking)
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'Авторизация' })).toBeVisible()
    expect(await asked(page)).toBeNull()
    await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }))
    await page.reload()
    await expect.poll(() => asked(page)).toBe('1')
  })

  test.describe('in a tab', () => {
    test.use({
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    })

    test('expires after seven days without a visit, which is stated there but not in the installed app', async ({
      atHome: page,
    }) => {
      await page.goto('/profile/saved')
      await expect(
        page.getByText(/Safari удаляет данные сайтов, которые не открывали семь дней/),
      ).toBeVisible()
      await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }))
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Сохранённые данные' })).toBeVisible()
      await expect(page.getByText(/Safari удаляет/)).toBeHidden()
    })
  })
})
