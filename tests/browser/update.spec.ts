// Specification 2.10, 8.13

import { renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { builtFile } from '../support/built-file.ts'
import { copyBuild, copyVersion } from '../support/copy-build.ts'
import { copyPrepared } from '../support/prepared-data.ts'
import { ADMIN, type RunningServer, startServer, temporaryFolder } from '../support/processes.ts'
import { test as base, expect } from './fixtures.ts'
import { underControl } from './worker-fixtures.ts'

/** Server whose build of the app can be replaced by one of another version. */
interface Deployment {
  origin: string
  /** replaces the build at once; files of the former one are no longer served */
  deploy(version: string): void
  /** the same without one of the files that the worker stores */
  deployBroken(version: string): void
}

const test = base.extend<{ deployment: Deployment }, { builds: (version: string) => string }>({
  serviceWorkers: 'allow',
  builds: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const folder = temporaryFolder()
      const built = new Map<string, string>()
      await use((version) => {
        const known = built.get(version)
        if (known) return known
        const out = join(folder.path, version)
        copyVersion(out, version)
        built.set(version, out)
        return out
      })
      folder.remove()
    },
    { scope: 'worker' },
  ],
  deployment: async ({ builds }, use) => {
    const folder = temporaryFolder()
    const files = join(folder.path, 'dist')
    const serve = (build: string) => {
      const next = join(folder.path, 'next')
      symlinkSync(build, next)
      renameSync(next, files)
    }
    const deploy = (version: string) => serve(builds(version))
    const deployBroken = (version: string) => {
      const build = join(folder.path, `broken ${version}`)
      copyBuild(build, builds(version))
      rmSync(join(build, builtFile('src/features/report/ReportPage.tsx', build)))
      serve(build)
    }
    deploy('one')
    const dataDir = join(folder.path, 'data')
    copyPrepared('sample', dataDir)
    const server: RunningServer = await startServer({ DATA_DIR: dataDir, DIST_DIR: files })
    await use({ origin: server.origin, deploy, deployBroken })
    await server.stop()
    folder.remove()
  },
  baseURL: async ({ deployment }, use) => {
    await use(deployment.origin)
  },
})

const version = (page: Page) => page.locator('html')
const notice = (page: Page) => page.getByText('Доступна новая версия приложения.')
const update = (page: Page) => page.getByRole('button', { name: 'Обновить', exact: true })

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Логин').fill(ADMIN.username)
  await page.getByLabel('Пароль').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Авторизоваться' }).click()
  await page.getByRole('link', { name: 'a1 Выгрузить ВСЕ цены', exact: true }).waitFor()
}

async function open(page: Page): Promise<void> {
  await page.goto('/')
  await signIn(page)
  await underControl(page)
}

/** Simulates that the user returns to the tab. */
async function lookForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })
}

/** Counts the loads of this page from now on, by their start: a page may display content before its 'load' event. */
function loads(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) count += 1
  })
  return () => count
}

test('a new version is announced, and applied on consent, once, in all tabs; and so is the next', async ({
  page,
  context,
  deployment,
}) => {
  await open(page)
  const second = await context.newPage()
  await second.goto('/profile/account')
  await expect(version(second)).toHaveAttribute('data-version', 'one')
  for (const next of ['two', 'three']) {
    deployment.deploy(next)
    await lookForUpdate(page)
    await expect(notice(page)).toBeVisible()
    await expect(notice(second)).toBeVisible()
    const before = next === 'two' ? 'one' : 'two'
    // Nothing happens without consent, not even on a reload.
    await page.reload()
    await expect(version(page)).toHaveAttribute('data-version', before)
    await expect(notice(page)).toBeVisible()
    const counts = [loads(page), loads(second)]
    await update(page).click()
    for (const tab of [page, second]) {
      await expect(version(tab)).toHaveAttribute('data-version', next)
      await expect(notice(tab)).toBeHidden()
    }
    await expect(second.getByRole('heading', { name: 'Профиль' })).toBeVisible()
    expect(counts.map((count) => count())).toEqual([1, 1])
  }
})

test('a version that cannot be installed keeps the next one from nobody', async ({ page, deployment }) => {
  await open(page)
  deployment.deployBroken('two')
  await lookForUpdate(page)
  const installing = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.installing?.state ?? 'none')
  await expect.poll(installing).toBe('none')
  deployment.deploy('three')
  await lookForUpdate(page)
  await expect(notice(page)).toBeVisible()
  await update(page).click()
  await expect(version(page)).toHaveAttribute('data-version', 'three')
})

test('input in another tab is not lost: that tab waits for the user', async ({
  page,
  context,
  deployment,
}) => {
  await open(page)
  const second = await context.newPage()
  await second.goto('/profile/settings')
  await second.getByLabel('Email').fill('new@example.ru')
  deployment.deploy('two')
  await lookForUpdate(page)
  await update(page).click()
  await expect(version(page)).toHaveAttribute('data-version', 'two')
  await expect(second.getByText(/Новая версия установлена/)).toBeVisible()
  await expect(second.getByLabel('Email')).toHaveValue('new@example.ru')
  await expect(version(second)).toHaveAttribute('data-version', 'one')
  await second.getByRole('button', { name: 'Обновить страницу' }).click()
  await expect(version(second)).toHaveAttribute('data-version', 'two')
})

test('an update that waited for input comes with the next page, also by Back', async ({
  page,
  context,
  deployment,
}) => {
  await open(page)
  const second = await context.newPage()
  await second.goto('/profile/account')
  await second.getByRole('link', { name: 'Настройки', exact: true }).click()
  // The account has a section of this name.
  await second.getByRole('textbox', { name: 'Email' }).fill('new@example.ru')
  deployment.deploy('two')
  await lookForUpdate(page)
  await update(page).click()
  await expect(second.getByText(/Новая версия установлена/)).toBeVisible()
  await second.goBack()
  await expect(version(second)).toHaveAttribute('data-version', 'two')
})

test('a deployment does not break an open tab: its chunks are still available', async ({
  page,
  deployment,
}) => {
  await open(page)
  deployment.deploy('two')
  // Chunks of the former build that were never loaded, and that the server no longer has.
  await page.getByRole('link', { name: 'a1 Выгрузить ВСЕ цены', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Фильтры' })).toBeVisible()
  await page.goto('/profile/notifications')
  await expect(page.getByRole('heading', { name: 'Уведомления' })).toBeVisible()
  await expect(version(page)).toHaveAttribute('data-version', 'one')
})

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('a chunk removed by a deployment reloads the page once', async ({ page, deployment, builds }) => {
    await page.goto('/')
    // The home page itself is whole.
    const parts = ['src/app/background.tsx', 'src/app/palette/Palette.tsx'].map((source) =>
      page.waitForResponse(`**/${builtFile(source, builds('one'))}`),
    )
    await signIn(page)
    for (const part of await Promise.all(parts)) await part.finished()
    deployment.deploy('two')
    const count = loads(page)
    await page.getByRole('link', { name: 'a1 Выгрузить ВСЕ цены', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Фильтры' })).toBeVisible()
    await expect(version(page)).toHaveAttribute('data-version', 'two')
    expect(count()).toBe(1)
  })

  test('missing code that nobody waits for reloads nothing', async ({ page, builds }) => {
    const missing = ['src/app/background.tsx', 'src/app/palette/Palette.tsx'].map(
      (code) => `**/${builtFile(code, builds('one'))}`,
    )
    for (const file of missing) await page.route(file, (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto('/')
    const count = loads(page)
    const asked = Promise.all(missing.map((file) => page.waitForResponse(file)))
    await signIn(page)
    await asked
    // A reload would have begun with the answer, and ended before this.
    await page.getByRole('link', { name: 'a1 Выгрузить ВСЕ цены', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Фильтры' })).toBeVisible()
    expect(count()).toBe(0)
  })

  test('a chunk that cannot be loaded at all is reported, not retried forever', async ({ page, builds }) => {
    await page.goto('/')
    await signIn(page)
    await page.route(`**/${builtFile('src/features/report/ReportPage.tsx', builds('one'))}`, (route) =>
      route.fulfill({ status: 404, body: '' }),
    )
    const count = loads(page)
    const reload = page.waitForRequest((request) => request.isNavigationRequest())
    await page.getByRole('link', { name: 'a1 Выгрузить ВСЕ цены', exact: true }).click()
    await reload
    await expect(page.getByRole('alert')).toContainText('Что-то пошло не так')
    expect(count()).toBe(1)
  })
})
