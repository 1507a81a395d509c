// Specification 1.14, 2.11, 2.17, 4.10, 10.1, 10.2, 10.21

import { LISTING_CALLS } from '../../contract/matching/listing-calls.ts'
import { MATCHING_CALLS } from '../../contract/matching/matching-calls.ts'
import { linkPath } from '../../contract/notifications/channels.ts'
import { PATHS, SESSION_PATHS, VIEW_PATHS } from '../../contract/paths.ts'
import { priceTypesOf, REPORTS, type Report } from '../../contract/reports/reports.ts'
import { DELIVERY_RULE_CALLS, RULE_CALLS } from '../../contract/rules/rule-calls.ts'
import { HELD_CALLS } from '../../contract/sources/held-runs.ts'
import { DAY, expect, signIn, test } from './fixtures.ts'

const SOURCES = Object.values<Report>(REPORTS).flatMap((report) =>
  priceTypesOf(report).flatMap((type) => Object.values(report.sources[type] ?? {})),
)
const DOCUMENTED = new Set<string>([
  ...[PATHS, SESSION_PATHS, VIEW_PATHS].flatMap((paths) => Object.values<string>(paths)),
  ...SOURCES,
  HELD_CALLS.list.path,
  ...(['telegram', 'mail'] as const).map(linkPath),
  ...Object.values({ ...RULE_CALLS, ...DELIVERY_RULE_CALLS, ...MATCHING_CALLS, ...LISTING_CALLS }).map(
    ({ path }) => path,
  ),
])
const FILES = /^\/(?:$|assets\/|icon\.svg$|early-input\.js$|login$|export\/|profile)/

test('the app calls only its own origin and the paths of the specification', async ({ page, server }) => {
  const calls = new Set<string>()
  page.on('request', (request) => {
    const url = new URL(request.url())
    calls.add(url.origin === server.origin ? url.pathname : request.url())
  })
  await page.goto('/login')
  await signIn(page)
  await page.getByRole('link', { name: 'a1 Выгрузить ВСЕ цены', exact: true }).waitFor()
  for (const report of Object.values<Report>(REPORTS)) {
    await page.goto(`${report.route}?date=${DAY}`)
    await page.getByRole('grid').waitFor()
  }
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Скачать эту таблицу' }).click()
  await file
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Выход' }).click()
  await page.getByRole('heading', { name: 'Авторизация' }).waitFor()
  const own = [...calls].filter((path) => !path.startsWith('blob:') && !FILES.test(path))
  expect(own.filter((path) => !DOCUMENTED.has(path))).toEqual([])
  expect(own).toEqual(expect.arrayContaining(['/auth/login', '/user/checkToken', '/api/filters']))
})

test('the documentation opens under the strict content security policy', async ({ page }) => {
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text())
  })
  const described = page.waitForResponse('**/docs/json')
  await page.goto('/docs')
  expect(await (await described).text()).toContain('/api/analytics/allTyres')
  // Swagger UI renders only the calls in view once there are many.
  await expect(page.getByText('/user/checkToken')).toBeVisible()
  expect(refused).toEqual([])
})
