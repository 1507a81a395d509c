import type { Page, Request } from '@playwright/test'
import { DAY, expect, signIn, test } from './fixtures.ts'
import { grid } from './report-page.ts'

const REPORT = `/export/all-prices?date=${DAY}&site=b.ru`
const FIRST = /\/api\/analytics\/allTyres\?.*page=1$/
const checking = (page: Page) => page.getByText('Проверка авторизации…')
const aTyre = (page: Page) => grid(page).getByText('Шина 000')

/**
 * Delays the answer to the session check.
 * @returns a function that releases the answer
 */
async function holdCheck(page: Page, answer?: { status: number }): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/user/checkToken', async (route) => {
    await promise
    await (answer ? route.fulfill(answer) : route.continue())
  })
  // After four seconds without an answer the check goes on with it.
  await page.route('**/auth/refresh', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Records the first pages requested from now on. */
function asksFor(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => FIRST.test(request.url()) && asked.push(request.url()))
  return asked
}

test.describe('rows asked for beside the session check (specification 4.32)', () => {
  test('are there when it has passed, not shown before, and asked for once', async ({ signedIn: page }) => {
    const pass = await holdCheck(page)
    const asked = asksFor(page)
    const [answer] = await Promise.all([page.waitForResponse(FIRST), page.goto(REPORT)])
    await answer.finished()
    await expect(checking(page)).toBeVisible()
    await expect(page.getByText('Шина 000')).toHaveCount(0)
    pass()
    await expect(aTyre(page)).toBeVisible()
    expect(asked).toHaveLength(1)
  })

  test('come as the server offers them: in groups, in an order, found, and of several brands', async ({
    signedIn: page,
  }) => {
    for (const part of ['view=list', 'sort=brand', 'q=Arktika', 'brand=Arktika&brand=Zorki'])
      await test.step(part, async () => {
        const pass = await holdCheck(page)
        const asked: string[] = []
        const ofList = (url: string) => url.includes('/api/analytics/allTyres?') && url.includes('page=1')
        const note = (request: Request) => void (ofList(request.url()) && asked.push(request.url()))
        page.on('request', note)
        const [answer] = await Promise.all([
          page.waitForResponse((response) => ofList(response.url())),
          page.goto(`${REPORT}&${part}`),
        ])
        await answer.finished()
        await expect(checking(page)).toBeVisible()
        pass()
        await expect(page.getByText('Шина 000').first()).toBeVisible()
        expect(asked).toHaveLength(1)
        page.off('request', note)
        await page.unrouteAll({ behavior: 'wait' })
      })
  })

  test('do not come back when they are applied anew', async ({ signedIn: page }) => {
    const pass = await holdCheck(page)
    const [answer] = await Promise.all([page.waitForResponse(FIRST), page.goto(REPORT)])
    await answer.finished()
    pass()
    await expect(aTyre(page)).toBeVisible()
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(FIRST, async (route) => {
      await promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Применить' }).click()
    await expect(page.getByRole('button', { name: 'Загрузка...' }).first()).toBeVisible()
    await expect(page.getByText('Шина 000')).toHaveCount(0)
    resolve()
    await expect(aTyre(page)).toBeVisible()
  })

  test('show nothing if the session has ended', async ({ signedIn: page }) => {
    const pass = await holdCheck(page, { status: 401 })
    await page.route('**/auth/refresh', (route) => route.fulfill({ status: 401, body: '' }))
    const asked = asksFor(page)
    const [answer] = await Promise.all([page.waitForResponse(FIRST), page.goto(REPORT)])
    await answer.finished()
    pass()
    await expect(page.getByText('Сеанс завершён. Войдите снова.')).toBeVisible()
    await expect(page.getByText('Шина 000')).toHaveCount(0)
    await page.unroute('**/user/checkToken')
    await signIn(page)
    await expect(aTyre(page)).toBeVisible()
    expect(asked).toHaveLength(2)
  })

  test('are not shown to another user, who has signed in elsewhere meanwhile', async ({ signedIn: page }) => {
    const pass = await holdCheck(page)
    await page.route(
      FIRST,
      async (route) => {
        const theirs = (await (await route.fetch()).text()).replaceAll('Шина', 'Чужая шина')
        await route.fulfill({ contentType: 'application/json', body: theirs })
      },
      { times: 1 },
    )
    const [answer] = await Promise.all([page.waitForResponse(FIRST), page.goto(REPORT)])
    await answer.finished()
    await page.evaluate(() => localStorage.setItem('username', 'boris'))
    pass()
    await expect(aTyre(page)).toBeVisible()
    await expect(page.getByText('Чужая')).toHaveCount(0)
  })

  test('with a token that has expired, wait for the refresh of the check', async ({ signedIn: page }) => {
    await page.evaluate(() => {
      for (const key of ['access_token', 'token']) localStorage.setItem(key, 'worn out')
    })
    const refreshed: string[] = []
    page.on('request', (request) => request.url().endsWith('/auth/refresh') && refreshed.push(request.url()))
    const pass = await holdCheck(page)
    const asked = asksFor(page)
    const [refused] = await Promise.all([page.waitForResponse(FIRST), page.goto(REPORT)])
    expect(refused.status()).toBe(401)
    pass()
    await expect(aTyre(page)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(refreshed).toHaveLength(1)
    expect(asked).toHaveLength(2)
  })

  test('that failed are fetched again once the check has passed, and the failure is reported', async ({
    signedIn: page,
  }) => {
    const pass = await holdCheck(page)
    const asked = asksFor(page)
    await page.route(FIRST, (route) => route.fulfill({ status: 500, body: '' }))
    const [answer] = await Promise.all([page.waitForResponse(FIRST), page.goto(REPORT)])
    await answer.finished()
    pass()
    await expect(page.getByText('Нет данных за выбранный период.')).toBeVisible()
    expect(asked).toHaveLength(2)
    await page.unroute(FIRST)
    await page.getByRole('button', { name: 'Повторить' }).click()
    await expect(aTyre(page)).toBeVisible()
    expect(asked).toHaveLength(3)
  })

  test('are not asked for where nothing is applied', async ({ signedIn: page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('/export/all-prices')
    await expect(page.getByText('Нажмите «Применить», чтобы увидеть таблицу.')).toBeVisible()
    expect(asked).toContain('/user/checkToken')
    expect(asked.filter((path) => path.startsWith('/api/analytics/'))).toEqual([])
  })
})
