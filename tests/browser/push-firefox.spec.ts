// Specification 3.18, 9.5, 9.7, 9.8, 25.8

import { existsSync } from 'node:fs'
import type { Page } from 'puppeteer-core'
import type { Desktop } from '../support/desktop-notifications.ts'
import { FIREFOX } from '../support/firefox.ts'
import { temporaryFolder } from '../support/processes.ts'
import { type PushChain, signInAndTurnOn, startPushChain } from '../support/push-chain.ts'
import { ruleSettings } from '../support/rules.ts'
import { test as base, expect } from './fixtures.ts'

const test = base.extend<{ chain: PushChain }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  chain: async ({}, use) => {
    const folder = temporaryFolder()
    const ends: (() => unknown)[] = [() => folder.remove()]
    try {
      await use(await startPushChain(folder.path, ends))
    } finally {
      for (const end of ends.reverse()) await end()
    }
  },
})

const shownTitles = ({ desktop }: PushChain) => desktop.shown.map(({ title }) => title)

test.skip(
  [FIREFOX, '/usr/bin/dbus-daemon'].some((path) => !existsSync(path)) && !process.env.CI,
  'needs Firefox and dbus-daemon: apt install firefox-esr dbus-daemon',
)
test('an imported price change arrives on the desktop, and a click opens its notification', {
  tag: '@main-flow',
}, async ({ chain }) => {
  const { page, desktop, channel, origin } = chain
  await signInAndTurnOn(chain)
  expect(channel.channels.size).toBe(1)
  await chain.importMoves('push.ru')
  await expect.poll(() => shownTitles(chain)).toEqual(['Легковые · push.ru, −12,5 %'])
  expect(channel.acks).toEqual([100])
  const [shown] = desktop.shown
  expect(shown?.body).toContain('Подорожало: 0, подешевело: 2.')
  expect(shown?.actions).toEqual(expect.arrayContaining(['Открыть отчёт', 'Прочитано']))

  // The open window navigates by itself.
  desktop.click(shown?.id ?? 0)
  await page.waitForFunction(() => location.pathname === '/profile/notifications')
  await page.waitForSelector('::-p-text(push.ru)')
  expect(await page.evaluate(() => location.origin)).toBe(origin)
  await expect.poll(() => shownTitles(chain)).toEqual([])
})

test('it also arrives with the app closed; the actions open the report and mark as read', async ({
  chain,
}) => {
  const { firefox, desktop } = chain
  await signInAndTurnOn(chain)
  // Another page keeps the browser open while the app itself is closed.
  await firefox.newPage()
  await chain.page.close()
  await chain.importMoves('closed.ru')
  await expect.poll(() => shownTitles(chain)).toEqual(['Легковые · closed.ru, −12,5 %'])
  const [{ id, actions }] = desktop.shown as [Desktop['shown'][number]]
  const keyOf = (label: string) => actions[actions.indexOf(label) - 1] as string
  const opened = new Promise<Page>((resolve) => {
    firefox.once('targetcreated', async (target) => resolve((await target.page()) as Page))
  })
  desktop.click(id, keyOf('Открыть отчёт'))
  const report = await opened
  report.setDefaultTimeout(chain.page.getDefaultTimeout())
  await report.waitForFunction(() => location.pathname === '/export/price-changes')
  // Ask the page itself: the driver's cached address was still about:blank here.
  const site = await report.evaluate(() => new URLSearchParams(location.search).get('site'))
  expect(site).toBe('closed.ru')

  await chain.importMoves('read.ru')
  await expect.poll(() => shownTitles(chain)).toEqual(['Легковые · read.ru, −12,5 %'])
  const [next] = desktop.shown as [Desktop['shown'][number]]
  desktop.click(next.id, next.actions[next.actions.indexOf('Прочитано') - 1])
  await report.goto(`${chain.origin}/profile/notifications`)
  await report.waitForSelector('::-p-text(read.ru)')
  await expect
    .poll(() =>
      report.evaluate(() => {
        const item = [...document.querySelectorAll('li')].find((one) => one.textContent?.includes('read.ru'))
        return item?.textContent?.includes('прочитанн') ?? null
      }),
    )
    .toBe(false)
})

test('a rule’s push says which rule it is; its action mutes the rule with the app closed', async ({
  chain,
}) => {
  const { firefox, desktop, origin } = chain
  await signInAndTurnOn(chain)
  /** Sends a request of the signed-in user from a page of the app. */
  const ask = (page: Page, method: string, body: object | null) =>
    page.evaluate(
      async (method, body) => {
        const answer = await fetch('/api/companion/rules', {
          method,
          headers: {
            authorization: `Bearer ${localStorage.getItem('access_token')}`,
            ...(body && { 'content-type': 'application/json' }),
          },
          body,
        })
        return { status: answer.status, text: await answer.text() }
      },
      method,
      body && JSON.stringify(body),
    )
  const event = { type: 'moved', percent: 10, days: 1, direction: 'down' } as const
  const created = await ask(chain.page, 'POST', ruleSettings({ name: 'Падения', event, kind: 'wholesale' }))
  expect(created).toMatchObject({ status: 200 })
  const other = await firefox.newPage()
  await chain.page.close()
  await chain.importMoves('rule.ru')
  const isRule = ({ title }: Desktop['shown'][number]) =>
    title.startsWith('Правило «Падения»: 2 события, rule.ru')
  await expect.poll(() => desktop.shown.some(isRule)).toBe(true)
  const shown = desktop.shown.find(isRule) as Desktop['shown'][number]
  expect(shown.body).toContain('rule.ru')
  expect(shown.actions).toEqual(expect.arrayContaining(['Заглушить на неделю', 'Прочитано']))
  expect(shown.actions).not.toContain('Открыть отчёт')

  desktop.click(shown.id, shown.actions[shown.actions.indexOf('Заглушить на неделю') - 1])
  await other.goto(`${origin}/profile/account`)
  await expect
    .poll(async () => JSON.parse((await ask(other, 'GET', null)).text).rules[0].muted_until)
    .not.toBeNull()
})

test('the device test completes all steps; turning push off and logging out end the subscription', async ({
  chain,
}) => {
  const { page, channel } = chain
  await signInAndTurnOn(chain)
  await page.locator('::-p-text(Проверить push)').click()
  await page.waitForSelector('::-p-text(Push работает на этом устройстве.)')
  await expect.poll(() => shownTitles(chain)).toEqual(['Проверка push'])

  await page.locator('.push-actions [role=switch][aria-checked=true]').click()
  await page.waitForSelector('.push-actions [role=switch][aria-checked=false]')
  await expect.poll(() => channel.channels.size).toBe(0)

  await page.locator('.push-actions [role=switch][aria-checked=false]:not(:disabled)').click()
  await page.waitForSelector('.push-actions [role=switch][aria-checked=true]')
  await expect.poll(() => channel.channels.size).toBe(1)
  await page.locator('nav[aria-label="Личный кабинет"] ::-p-text(Выход)').click()
  await page.waitForFunction(() => location.search === '?logout=1')
  await expect.poll(() => channel.channels.size).toBe(0)
})
