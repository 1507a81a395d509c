// Specification 2.12, 17.4

import type { CDPSession, Locator, Page } from '@playwright/test'
import { chooseFilter, DAY, expect, test } from './fixtures.ts'

const REPORT = `/export/retail/stats?date=${DAY}&view=table`
const LIST = `/export/retail/stats?date=${DAY}&view=list`
const grid = (page: Page) => page.getByRole('grid')

const UPRIGHT = { width: 390, height: 844 }
const LYING = { width: 844, height: 390 }
/** An iPhone's insets, in portrait and landscape. */
const INSETS = {
  upright: { top: 47, bottom: 34, left: 0, right: 0 },
  lying: { top: 0, bottom: 21, left: 47, right: 47 },
}
const NO_INSETS = { top: 0, bottom: 0, left: 0, right: 0 }
type Insets = typeof NO_INSETS

async function devtools(page: Page): Promise<CDPSession> {
  return page.context().newCDPSession(page)
}
const notch = async (page: Page, insets: Insets) =>
  (await devtools(page)).send('Emulation.setSafeAreaInsetsOverride', { insets })

/** Returns the visible texts and controls under the notch, the corners or the home indicator, scrolled to both ends. */
async function covered(page: Page, { top, bottom, left, right }: Insets): Promise<string[]> {
  const found = new Set<string>()
  for (const end of ['start', 'end']) {
    const names = await page.evaluate(
      ([edge, insets]) => {
        window.scrollTo(0, edge === 'start' ? 0 : document.documentElement.scrollHeight)
        const sharp = {
          top: insets.top,
          left: insets.left,
          right: innerWidth - insets.right,
          bottom: innerHeight - insets.bottom,
        }
        const shown = [...document.querySelectorAll('a, button, input, select, h1, h2, p, [role=gridcell]')]
        return shown.flatMap((element) => {
          if (!element.checkVisibility({ visibilityProperty: true })) return []
          const box = element.getBoundingClientRect()
          if (box.width < 2 || box.height < 2 || element.closest('.visually-hidden')) return []
          // A scrolling area clips its own content.
          const place = element
            .closest('[role=grid], .notification-scroller, .results-head')
            ?.getBoundingClientRect()
          if (place && (box.right > place.right || box.left < place.left || box.bottom > place.bottom))
            return []
          const beside = box.left < sharp.left - 1 || box.right > sharp.right + 1
          const above = edge === 'start' && box.top < sharp.top - 1
          const below = edge === 'end' && box.bottom > sharp.bottom + 1
          return beside || above || below ? [`${element.tagName} ${element.textContent?.slice(0, 30)}`] : []
        })
      },
      [end, { top, bottom, left, right }] as const,
    )
    for (const name of names) found.add(name)
  }
  return [...found]
}

/** Returns the controls whose touch target is less than 44 px in either direction. */
const small = (page: Page, within = 'body') =>
  page.evaluate((scope) => {
    const kinds = 'a[href], button, input, select, [role=tab], [role=option]'
    const controls = [...(document.querySelector(scope)?.querySelectorAll<HTMLInputElement>(kinds) ?? [])]
    return controls.flatMap((control) => {
      if (control.disabled || !control.checkVisibility({ visibilityProperty: true })) return []
      control.scrollIntoView({ block: 'center' })
      // The area of a tyre's name is its whole card.
      const { left, top, width, height } = (control.closest('.tyre-item') ?? control).getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const hits = ([dx, dy]: readonly [number, number]) => {
        const hit = document.elementFromPoint(x + dx, y + dy)
        return control.contains(hit) || [...(control.labels ?? [])].some((label) => label.contains(hit))
      }
      const name = control.getAttribute('aria-label') ?? control.textContent
      const reach = [
        [-21, 0],
        [21, 0],
        [0, -21],
        [0, 21],
      ] as const
      return reach.every(hits)
        ? []
        : [`${control.className} ${name} ${Math.round(width)}x${Math.round(height)}`]
    })
  }, within)

const SCREENS = {
  home: ['/', 'Главная страница'],
  report: [REPORT, 'Результаты'],
  list: [LIST, 'Результаты'],
  account: ['/profile/account', 'Профиль'],
  notifications: ['/profile/notifications', 'Уведомления'],
  settings: ['/profile/settings', 'Настройки'],
  saved: ['/profile/saved', 'Сохранённые данные'],
  security: ['/profile/security', 'Активные сеансы'],
  users: ['/profile/users', 'Пользователи'],
  audit: ['/profile/audit', 'Журнал'],
} as const

/** Waits for the rows, and for the controls that need them, which are rendered after the heading. */
async function tyresShown(page: Page, address: string): Promise<void> {
  if (address === REPORT) await expect(grid(page)).toBeVisible()
  if (address === '/') await page.getByLabel('Город', { exact: true }).waitFor()
  if (address === LIST) await expect(page.getByRole('list', { name: 'Шины' })).toBeVisible()
}

test.describe('on a phone', () => {
  test.use({ viewport: UPRIGHT, hasTouch: true, isMobile: true })

  for (const [name, [address, heading]] of Object.entries(SCREENS)) {
    test(`the screen "${name}" is usable in portrait and landscape`, async ({ signedIn: page }) => {
      await notch(page, INSETS.upright)
      await page.goto(address)
      await page.getByRole('heading', { name: heading }).waitFor()
      await tyresShown(page, address)
      await test.step('nothing is under the notch or the home indicator', async () => {
        expect(await covered(page, INSETS.upright)).toEqual([])
        await page.setViewportSize(LYING)
        await notch(page, INSETS.lying)
        await expect.poll(() => covered(page, INSETS.lying)).toEqual([])
        await page.setViewportSize(UPRIGHT)
        await notch(page, NO_INSETS)
      })
      await test.step('every control is a touch target of 44 px', async () => {
        await expect.poll(() => small(page)).toEqual([])
        if (address !== REPORT) return
        await page.getByRole('button', { name: 'Изменить' }).click()
        // The button is rendered after the fields, although it is above them.
        await page.getByRole('button', { name: 'Бренд: несколько значений' }).waitFor()
        expect(await small(page)).toEqual([])
      })
    })
  }

  test('menu entries and options are touch targets, also above the on-screen keyboard', async ({
    signedIn: page,
  }) => {
    // Chromium cannot emulate a keyboard, so the visual viewport is changed instead.
    await page.addInitScript(() => {
      const view = Object.assign(new EventTarget(), {
        height: innerHeight,
        width: innerWidth,
        offsetTop: 0,
        offsetLeft: 0,
        scale: 1,
      })
      Object.defineProperty(window, 'visualViewport', { value: view })
    })
    await page.goto('/export/retail')
    const load = page.getByLabel('Индекс нагрузки', { exact: true })
    const option = page.getByRole('option', { name: '97', exact: true })
    await expect(load).toHaveValue('Все')
    await test.step('menu entries and options are touch targets of 44 px', async () => {
      await page.getByRole('button', { name: 'admin' }).tap()
      expect(await small(page, '.user-menu')).toEqual([])
      await load.tap()
      await option.waitFor()
      expect(await small(page, '.combobox-popup:not([hidden])')).toEqual([])
    })
    await test.step('the options open above the keyboard', async () => {
      const keyboardTop = await load.evaluate(
        (field) => Math.round(field.getBoundingClientRect().bottom) + 30,
      )
      await page.evaluate((height) => {
        Object.assign(window.visualViewport as object, { height })
        window.visualViewport?.dispatchEvent(new Event('resize'))
      }, keyboardTop)
      const list = page.locator('.combobox-popup:visible')
      await expect
        .poll(async () => {
          const { y = 0, height = 9_999 } = (await list.boundingBox()) ?? {}
          return y >= 0 && y + height <= keyboardTop
        })
        .toBe(true)
      await option.tap()
      await expect(load).toHaveValue('97')
    })
  })

  test('a table centres its names, and landscape has the layout of phones', async ({ signedIn: page }) => {
    await page.goto(REPORT)
    await test.step('a name is vertically centred in its row, even in a highlighted one', async () => {
      await grid(page).getByLabel('Выделенная строка: повышенное отклонение цены').first().waitFor()
      const off = await grid(page)
        .getByRole('row')
        .evaluateAll((rows) =>
          rows.flatMap((row) => {
            const cell = row.querySelector('[role=gridcell].grid-two-lines')
            const words = cell && document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
            if (!words) return []
            let last: Node | null = null
            while (words.nextNode()) last = words.currentNode
            const range = document.createRange()
            range.selectNodeContents(last as Node)
            const middle = (box: DOMRect) => box.top + box.height / 2
            return [Math.abs(middle(range.getBoundingClientRect()) - middle(row.getBoundingClientRect()))]
          }),
        )
      expect(off.length).toBeGreaterThan(5)
      expect(Math.max(...off)).toBeLessThan(2)
    })
    await test.step('in landscape the filters are collapsed, and the page scrolls as a whole', async () => {
      await page.setViewportSize(LYING)
      await expect(page.getByRole('button', { name: 'Изменить' })).toHaveAttribute('aria-expanded', 'false')
      expect(await page.evaluate(() => document.documentElement.scrollHeight > innerHeight)).toBe(true)
      await expect
        .poll(async () => (await grid(page).boundingBox())?.height)
        .toBeLessThanOrEqual(LYING.height)
      await page.goto('/profile/account')
      const bar = page.getByRole('navigation', { name: 'Личный кабинет' })
      const { y = 0, height = 0, width } = (await bar.boundingBox()) ?? {}
      expect([width, y + height]).toEqual([LYING.width, LYING.height])
    })
  })

  test('a collapsed form shows its filters and renders its fields only once it is opened', async ({
    signedIn: page,
  }) => {
    await page.goto(`${REPORT}&brand=Zorki&season=Зимняя`)
    await tyresShown(page, REPORT)
    const fields = page.locator('.filters-fields > .field')
    const summary = page.locator('.filters-summary')
    const change = page.getByRole('button', { name: 'Изменить' })
    const collapse = page.getByRole('button', { name: 'Свернуть' })
    await test.step('shows the filters of the table', async () => {
      await expect(fields).toHaveCount(0)
      await expect(summary.getByRole('listitem')).toHaveText(['18 апр. 2026 г.', 'Zorki', 'Зимняя'])
      // Chips that do not fit scroll sideways; none is cut at its lower edge.
      expect(await summary.evaluate((words) => words.scrollHeight - words.clientHeight)).toBe(0)
    })
    await test.step('in landscape shows them in full, with the button at the end of the line', async () => {
      await page.setViewportSize(LYING)
      const fromEnd = async () => {
        const form = await page.locator('form.filters').boundingBox()
        const button = await change.boundingBox()
        return (form?.x ?? 0) + (form?.width ?? 0) - (button?.x ?? 0) - (button?.width ?? 0)
      }
      await expect.poll(fromEnd).toBeLessThan(24)
      await expect(summary).toContainText('Zorki')
      expect(await summary.evaluate((words) => words.scrollWidth - words.clientWidth)).toBe(0)
    })
    await test.step('has all fields once it was opened, and keeps what was typed', async () => {
      await page.setViewportSize(UPRIGHT)
      await change.tap()
      await expect(page.getByLabel('Бренд', { exact: true })).toHaveValue('Zorki')
      const all = await fields.count()
      await collapse.tap()
      await expect(page.getByLabel('Бренд', { exact: true })).toBeHidden()
      await expect(fields).toHaveCount(all)
    })
    await test.step('opened in landscape, has its heading and its buttons in one row', async () => {
      await page.setViewportSize(LYING)
      await change.tap()
      const reset = page.getByRole('button', { name: 'Сбросить фильтры' })
      const middle = async (part: Locator) => {
        const { y = 0, height = 0 } = (await part.boundingBox()) ?? {}
        return Math.round(y + height / 2)
      }
      const heading = await middle(page.getByRole('heading', { name: 'Фильтры' }))
      expect(await middle(reset)).toBe(heading)
      await reset.tap()
      await expect(page.getByText('Фильтры изменены, нажмите «Применить»')).toBeVisible()
      expect(await middle(reset)).toBe(await middle(collapse))
    })
  })

  test('a collapsed form has the button that applies changes as long as there are any', async ({
    signedIn: page,
  }) => {
    await page.goto(LIST)
    await tyresShown(page, LIST)
    const applies = page.getByRole('button', { name: 'Применить' })
    await expect(applies).toBeHidden()
    await page.getByRole('button', { name: 'Изменить' }).tap()
    await chooseFilter(page, 'Бренд', 'Zorki')
    await page.getByRole('button', { name: 'Свернуть' }).tap()
    await expect(page.getByText('Фильтры изменены, нажмите «Применить»')).toBeVisible()
    await expect(applies).toBeInViewport()
    expect((await applies.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await expect(page.getByLabel('Бренд', { exact: true })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Скачать эту таблицу' })).toBeHidden()
    await applies.tap()
    await expect(page).toHaveURL(/brand=Zorki/)
    await expect(applies).toBeHidden()
    await expect(page.getByRole('button', { name: 'Изменить' })).toBeFocused()
  })

  test('the legend of the market is above the pager', async ({ signedIn: page }) => {
    await page.setViewportSize(UPRIGHT)
    await page.goto(`/export/retail?date=${DAY}&view=market&in=Томск`)
    const legend = page.getByText('отклонение нашей цены — от медианы без нас')
    await expect(legend).toBeVisible()
    const pager = await page.getByRole('navigation', { name: 'Страницы' }).boundingBox()
    const { y = 0, height = 0 } = (await legend.boundingBox()) ?? {}
    expect(y + height).toBeLessThanOrEqual(pager?.y ?? 0)
  })

  test('the chips name the compared competitors within the screen and take the choice back', async ({
    signedIn: page,
  }) => {
    await page.setViewportSize(UPRIGHT)
    await page.goto(`/export/retail?date=${DAY}&brand=Zorki&view=market&competitors=inStock`)
    const chips = page.getByRole('list', { name: 'Выбрано' })
    const chip = chips.getByRole('listitem').filter({ hasText: 'Конкуренты в наличии' })
    await expect(chip).toBeInViewport({ ratio: 1 })
    await chip.getByRole('button', { name: 'Убрать: Конкуренты в наличии' }).click()
    await expect(chip).toBeHidden()
    await expect(page.getByRole('button', { name: 'Изменить' })).toBeFocused()
    await expect(page).not.toHaveURL(/competitors=/)
  })

  test('landscape shows two complete notifications', async ({ signedIn: page, server }) => {
    const line = (type: string, opt: number) =>
      `L${type},Arktika,Шина,205,55,16,Зимняя,${type},T,91,Томск,,,${opt},,4`
    const lines = (opt: number) => ['Легковая', 'Грузовая'].map((type) => line(type, opt))
    await server.importPrices('lying.ru', '2026-03-01', lines(5000))
    await server.importPrices('lying.ru', '2026-03-02', lines(7000))
    await page.setViewportSize(LYING)
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/getNotifications*', async (route) => {
      await answered
      await route.continue()
    })
    await page.goto('/profile/notifications')
    await expect(page.getByRole('button', { name: 'Загрузка' })).toBeVisible()
    const place = await page.getByRole('tabpanel').boundingBox()
    answer()
    for (const type of ['Легковая', 'Грузовая']) {
      const item = page.getByRole('listitem').filter({ hasText: `${type} · lying.ru` })
      await expect(item).toBeVisible()
      const { y = 0, height = 0 } = (await item.boundingBox()) ?? {}
      expect(y + height).toBeLessThanOrEqual((place?.y ?? 0) + (place?.height ?? 0))
    }
  })
})
