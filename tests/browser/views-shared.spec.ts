import type { APIRequestContext, Page } from '@playwright/test'
import { parseViews } from '../../contract/views/views-answer.ts'
import { seriousFaults } from '../support/axe.ts'
import { ADMIN } from '../support/processes.ts'
import { askedPaths, DAY, DEVICE_HEADER, expect, test } from './fixtures.ts'
import { act, cards, grid, keepViews, myReports, save } from './views-page.ts'

const BORIS = { username: 'boris.views@example.ru', password: 'password of boris' }
const PATH = '/api/companion/views'

/** Sends calls as another user, without a page. */
async function callsOf(request: APIRequestContext, origin: string, who: typeof ADMIN) {
  const answer = await request.post(`${origin}/auth/login`, { headers: DEVICE_HEADER, data: who })
  const { access_token } = (await answer.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}` }
  const list = async () => parseViews(await (await request.get(`${origin}${PATH}`, { headers })).text())
  return {
    list,
    post: (path: string, data: object) => request.post(`${origin}${path}`, { headers, data }),
    async clear() {
      for (const { id, version, editable } of await list()) {
        if (editable) await request.post(`${origin}${PATH}/${id}/remove`, { headers, data: { version } })
      }
    },
  }
}

type Calls = Awaited<ReturnType<typeof callsOf>>
let admin: Calls
let boris: Calls
test.beforeEach(async ({ server, request }) => {
  admin = await callsOf(request, server.origin, ADMIN)
  await admin.post('/api/admin/users', { ...BORIS, role: 'user', percent: 10, vehicleType: '' })
  boris = await callsOf(request, server.origin, BORIS)
  await admin.clear()
})
test.afterEach(() => admin.clear())

const onDevice = (page: Page) => page.evaluate(() => localStorage.getItem('views'))
const view = (i: number, name: string, scope: 'own' | 'team') => ({
  id: String(i).padStart(32, 'a'),
  name,
  report: 'retail',
  query: '',
  day: DAY,
  scope,
})

test('a view is kept by the server, and shown to the team (specification 18.4)', async ({
  signedIn: page,
}) => {
  await page.goto(`/export/retail?date=${DAY}&brand=Zorki`)
  await expect(grid(page)).toBeVisible()
  await save(page, 'Моё')
  await save(page, 'Общее', { scope: 'для команды' })
  expect(await onDevice(page)).toBeNull()
  await page.goto('/')
  await expect(cards(page)).toHaveText([
    'r1 Моё последний день с ценами · Zorki',
    'r1 Общее Команда · последний день с ценами · Zorki',
  ])
  expect(await seriousFaults(page)).toEqual([])
  expect((await boris.list()).map(({ name, editable }) => ({ name, editable }))).toEqual([
    { name: 'Общее', editable: false },
  ])
  await act(page, 'Общее', 'Оставить только себе')
  await expect(cards(page).nth(1)).toHaveText('r1 Общее последний день с ценами · Zorki')
  await act(page, 'Моё', 'Показать команде')
  await expect(cards(page).first()).toContainText('Команда')
  await act(page, 'Моё', 'Переместить дальше')
  await expect(cards(page)).toHaveText([/Общее/, /Моё/])
  await act(page, 'Общее', 'Удалить')
  await expect(cards(page)).toHaveText([/Моё/])
  await page.getByRole('button', { name: 'Вернуть' }).click()
  await expect(cards(page)).toHaveText([/Общее/, /Моё/])
  await page.reload()
  await expect(cards(page)).toHaveText([/Общее/, /Моё/])
})

test('an administrator deletes another person’s view of the team after a question', async ({
  signedIn: page,
}) => {
  await boris.post(PATH, { views: [view(1, 'Бориса', 'team'), view(2, 'Тайный', 'own')] })
  await page.goto('/')
  await expect(cards(page)).toHaveText([`r1 Бориса Команда: ${BORIS.username} · 18 апр. 2026 г.`])
  await act(page, 'Бориса', 'Удалить')
  const question = page.getByRole('dialog', { name: 'Удалить вид команды?' })
  await expect(question).toContainText(`сохранил пользователь ${BORIS.username}`)
  await question.getByRole('button', { name: 'Удалить' }).click()
  await expect(myReports(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Вернуть' })).toHaveCount(0)
})

test('what changed meanwhile is not overwritten', async ({ signedIn: page }) => {
  const mine = view(3, 'Утро', 'own')
  await admin.post(PATH, { views: [mine] })
  await page.goto('/')
  await expect(cards(page)).toHaveText([/Утро/])
  const { id, ...body } = mine
  await admin.post(`${PATH}/${id}`, { ...body, name: 'Рассвет', version: 1 })
  await act(page, 'Утро', 'Переименовать')
  await page.getByLabel('Название').fill('Вечер')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
    'Этот вид тем временем изменили: посмотрите, каким он стал, и повторите.',
  )
  await page.keyboard.press('Escape')
  await expect(cards(page)).toHaveText([/Рассвет/])
})

test('views of the device move up once, whole, when the server can have them', async ({ signedIn: page }) => {
  // Before there are any: a page that is still asking what the server offers would move them at once.
  await page.route(`**${PATH}`, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await page.goto('/')
  await keepViews(page, 'Утро', 'Вечер')
  await page.goto('/')
  await expect(cards(page)).toHaveText([/Утро/, /Вечер/])
  const waiting = page.getByRole('alert').filter({ hasText: 'Виды этого устройства ещё не на сервере.' })
  await expect(waiting).toContainText('Нужна сеть')
  await page.unroute(`**${PATH}`)
  // Simulates that an answer was lost.
  await admin.post(PATH, { views: [{ ...view(0, 'Утро', 'own'), id: '0'.repeat(32), query: 'brand=Zorki' }] })
  await waiting.getByRole('button', { name: 'Повторить' }).click()
  await expect(waiting).toHaveCount(0)
  await expect(cards(page)).toHaveText([/Утро/, /Вечер/])
  await expect.poll(() => onDevice(page)).toBeNull()
  expect((await admin.list()).map(({ name }) => name)).toEqual(['Утро', 'Вечер'])
})

test('a list that cannot be loaded says so', async ({ signedIn: page }) => {
  await page.route(`**${PATH}`, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/')
  await expect(myReports(page)).toContainText('Виды, которые хранит сервер, не загрузились')
})

test('a server that does not offer it is not asked', async ({ signedIn: page }) => {
  const asked = await askedPaths(page)
  await page.route('**/api/companion', (route) => route.fulfill({ status: 404, json: {} }))
  await keepViews(page, 'Утро')
  await page.goto('/')
  await expect(cards(page)).toHaveText([/Утро/])
  expect(asked).not.toContain(PATH)
})
