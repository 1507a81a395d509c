import type { Page } from '@playwright/test'
import { VIEW_PATHS } from '../../contract/paths.ts'
import { DAY, expect } from './fixtures.ts'

export const grid = (page: Page) => page.getByRole('grid')
export const apply = (page: Page) => page.getByRole('button', { name: 'Применить' })
export const next = (page: Page) => page.getByRole('button', { name: 'Вперёд →' })
export const previous = (page: Page) => page.getByRole('button', { name: '← Назад' })
export const download = (page: Page) => page.getByRole('button', { name: 'Скачать эту таблицу' })
export const column = (page: Page, name: string | RegExp) =>
  page.getByRole('columnheader', { name, exact: true })
export const open = (page: Page, path: string, query = '') => page.goto(`/export/${path}?date=${DAY}${query}`)
/** All that comes after the table is there: in a narrow window each may need another line, which moves the rows. */
export async function headComplete(page: Page): Promise<void> {
  await expect(page.getByText(/^Цены .* за \d/)).toBeVisible()
  // Controls that do not fit the toolbar are behind '⋯'.
  await expect(page.locator('.toolbar-row').getByText(/^Столбцы/)).toBeAttached()
}
/** Shows the controls of the toolbar that do not fit its line. */
export async function openTools(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'Ещё инструменты' })
  if (await more.isVisible()) await more.click()
}

export const saveButton = (page: Page) => page.getByRole('button', { name: 'Сохранить', exact: true })
export const saveDialog = (page: Page) => page.getByRole('dialog', { name: 'Сохранить' })
const NAME = 'Без сети'

/** Saves the displayed report on the device. Deletes the view that it is saved as: tests share their server. */
export async function keepReport(page: Page): Promise<void> {
  await saveButton(page).click()
  await saveDialog(page).getByLabel('Название').fill(NAME)
  await saveDialog(page).getByRole('group', { name: 'Цены за' }).getByRole('radio').last().check()
  await saveDialog(page).getByRole('checkbox', { name: 'Готов без сети' }).check()
  await saveDialog(page).getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText(`Вид «${NAME}» сохранён`)).toBeVisible()
  await page.evaluate(
    async ([path, name]) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem('access_token')}`,
        'content-type': 'application/json',
      }
      const { views } = await (await fetch(path, { headers, cache: 'no-store' })).json()
      for (const view of views) {
        if (view.name !== name) continue
        const body = JSON.stringify({ version: view.version })
        await fetch(`${path}/${view.id}/remove`, { method: 'POST', headers, body })
      }
    },
    [VIEW_PATHS.views, NAME] as const,
  )
}

/** Opens the dialog that downloads the displayed view. */
export async function openViewExport(page: Page): Promise<void> {
  await moreDownloads(page).click()
  await page.getByRole('button', { name: 'Как на экране, Excel' }).click()
}
export const moreDownloads = (page: Page) => page.getByRole('button', { name: 'Скачать в другом виде' })

/** Viewport wide enough to render columns far to the right. */
export const widen = (page: Page) => page.setViewportSize({ width: 5_000, height: 900 })
/** Simulates a browser that reports its connection; on a metered one, no page is prefetched (specification 4.33). */
export const connected = (page: Page, connection: object) =>
  page.addInitScript((about) => {
    const told = Object.assign(new EventTarget(), about)
    Object.defineProperty(navigator, 'connection', { value: told })
  }, connection)
export const METERED = { saveData: true } as const
/** Matches calls of lists, but not of downloads. */
export const LIST = /\/api\/analytics\/\w+\?/
/** Those of first pages: after two seconds of rest the page after may be asked for ahead. */
export const FIRST_LIST = /\/api\/analytics\/\w+\?(?!.*\bpage=(?!1\b))/
