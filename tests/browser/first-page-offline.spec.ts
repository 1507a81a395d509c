import type { Page } from '@playwright/test'
import { expect, kept, savedNote, stored, table, test } from './worker-fixtures.ts'

const LIST = '/api/analytics/allTyres'
const CHECK = ['/user/checkToken', '/auth/refresh'] as const
const aTyre = (page: Page) => table(page).getByText('Шина 000')

/** Returns the time at which the displayed rows were saved. */
async function savedAt(page: Page): Promise<number | undefined> {
  const entries = (await stored(page))['tyre-prices/entries'] ?? []
  return entries
    .map((entry) => JSON.parse(entry) as { request: string; savedAt: number })
    .find(({ request }) => request.includes(LIST))?.savedAt
}

test.describe('rows asked for beside the session check, with saved copies (specification 4.32 and 8.3)', () => {
  test('are shown when they arrive before the check has passed; without a network the copy is shown', async ({
    report: page,
    network,
  }) => {
    await test.step('an answer that is late, but there before the check has passed, is shown in place of the copy', async () => {
      const before = await savedAt(page)
      for (const path of [...CHECK, LIST]) network.behave('hang', path)
      const asked = network.passed.length
      const copied = page.waitForResponse((answer) => answer.url().includes(LIST))
      await page.reload()
      await (await copied).finished()
      network.behave('pass', LIST)
      await expect.poll(() => savedAt(page)).not.toBe(before)
      for (const path of CHECK) network.behave('pass', path)
      await expect(aTyre(page)).toBeVisible()
      await expect(savedNote(page)).toHaveCount(0)
      expect(network.passed.slice(asked).filter((call) => /allTyres.*page=1$/.test(call))).toHaveLength(1)
    })
    await test.step('without a network the copy is shown', async () => {
      network.behave('gone')
      await page.reload()
      await expect(aTyre(page)).toBeVisible()
      await expect(savedNote(page)).toBeVisible()
    })
    await test.step('are saved, too, by a worker that has yet to hear whose they are', async () => {
      network.behave('pass')
      await page.reload()
      await expect(savedNote(page)).toHaveCount(0)
      await expect(aTyre(page)).toBeVisible()
      await page.evaluate(
        () =>
          new Promise((resolve, reject) => {
            const deletion = indexedDB.deleteDatabase('tyre-prices')
            deletion.onsuccess = resolve
            deletion.onerror = reject
          }),
      )
      network.behave('hang', '/user/checkToken')
      const answered = page.waitForResponse((answer) => answer.url().includes(LIST))
      await page.reload()
      await (await answered).finished()
      network.behave('pass', '/user/checkToken')
      await expect(aTyre(page)).toBeVisible()
      await kept(page, LIST)
    })
  })
})
