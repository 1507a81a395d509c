import { expect, type Page } from '@playwright/test'
import type { ViewBody } from '../../contract/views/saved-view.ts'
import { DAY } from './fixtures.ts'

import { saveButton, saveDialog } from './report-page.ts'

export { grid, saveButton as saveView, saveDialog as dialog } from './report-page.ts'

export const myReports = (page: Page) => page.getByRole('region', { name: 'Мои отчёты' })
export const cards = (page: Page) => myReports(page).getByRole('link')

/** Saves what is on screen. @param choices names of what else is chosen; as proposed without it */
export async function save(
  page: Page,
  name: string,
  choices: { day?: string; scope?: string } = {},
): Promise<void> {
  await saveButton(page).click()
  await saveDialog(page).getByLabel('Название').fill(` ${name} `)
  for (const choice of Object.values(choices))
    await saveDialog(page).getByRole('radio', { name: choice }).check()
  await saveDialog(page).getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect(
    page.getByText(`Вид «${name}» сохранён: он в «Моих отчётах» на главной странице.`),
  ).toBeVisible()
}

export async function act(page: Page, name: string, action: string): Promise<void> {
  await myReports(page)
    .getByRole('button', { name: `Действия: ${name}` })
    .click()
  await myReports(page).getByRole('button', { name: action, exact: true }).click()
}

/** Puts views on the device as if they had been saved there. @param views their names, or all of them */
export async function keepViews(
  page: Page,
  ...views: readonly (string | Omit<ViewBody, 'scope'>)[]
): Promise<void> {
  const kept = views.map((view, i) => ({
    id: String(i).padStart(32, '0'),
    ...(typeof view === 'string' ? { name: view, report: 'retail', query: 'brand=Zorki', day: DAY } : view),
  }))
  await page.evaluate((all) => localStorage.setItem('views', JSON.stringify(all)), kept)
}
