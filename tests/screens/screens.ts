import type { Page } from '@playwright/test'
import { STATUS_ROUTE } from '../../contract/installation/installation-paths.ts'
import { ROUTES } from '../../contract/routes.ts'
import { cardPath } from '../../contract/tyre/card-path.ts'
import { CITY, type Market, PRICE_LIST } from './made-up-market.ts'

/** Where the pages of the made-up market are. */
export interface Places extends Market {
  /** id of a source with runs */
  source: string
}

export interface Screen {
  /** name of its pictures */
  name: string
  title: string
  path(places: Places): string
  /** acts like a person until what was asked for is displayed; layout shifts before its end are not counted */
  act?(page: Page): Promise<unknown>
  /** resolves when the page shows what the screen is about */
  ready(page: Page): Promise<unknown>
  /** whether it is opened without a session */
  signedOut?: true
  /** whether the service worker runs, which stores what this screen lists */
  worker?: true
  /** whether the board shows it in the dark theme, too */
  dark?: true
}

const heading = (text: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name: text }).first().waitFor()

const report =
  (layout: string, of = '') =>
  ({ day }: Places) =>
    `/export/retail?date=${day}&view=${layout}${of}`
const inCity = `&in=${encodeURIComponent(CITY)}&kind=retail`

const rows = (page: Page) => page.getByRole('grid').getByRole('gridcell').first().waitFor()
const cards = (page: Page) => page.getByRole('list', { name: 'Шины' }).getByRole('listitem').first().waitFor()
const card = (page: Page) =>
  page
    .getByRole('article')
    .first()
    .getByText(/Наша цена/)
    .first()
    .waitFor()

const found = (page: Page) => page.getByRole('listbox').getByRole('option').nth(2).waitFor()
const asLoaded = (page: Page) =>
  page.getByRole('region', { name: 'Шины, какими они загрузятся' }).getByText('R').first().waitFor()

/** All screens of the app, in the order of a day's work. */
export const SCREENS: readonly Screen[] = [
  {
    name: 'login',
    title: 'Вход',
    path: () => ROUTES.login,
    ready: (page) => page.getByRole('button', { name: 'Авторизоваться' }).waitFor(),
    signedOut: true,
  },
  {
    name: 'home',
    title: 'Главная',
    path: () => ROUTES.home,
    async ready(page) {
      await page.locator('a[href="/export/price-changes"]').first().waitFor()
      await page.getByText('Опт', { exact: true }).first().waitFor()
    },
    dark: true,
  },
  {
    name: 'report-form',
    title: 'Отчёт до «Применить»',
    path: () => '/export/retail',
    ready: (page) => page.getByRole('button', { name: 'Применить' }).waitFor(),
  },
  { name: 'market', title: 'Отчёт, «Рынок»', path: report('market', inCity), ready: rows, dark: true },
  { name: 'table', title: 'Отчёт, «Таблица»', path: report('table'), ready: rows },
  { name: 'list', title: 'Отчёт, «Список»', path: report('list', inCity), ready: cards, dark: true },
  {
    name: 'empty',
    title: 'Отчёт без данных',
    path: () => '/export/retail?date=2020-01-01',
    ready: (page) => page.getByRole('main').getByText(/нет /i).first().waitFor(),
  },
  {
    name: 'search',
    title: 'Поиск',
    path: () => ROUTES.home,
    async act(page) {
      await page.getByRole('button', { name: 'Поиск шины' }).click()
      await page.getByRole('combobox', { name: 'Поиск шины' }).fill('205/55 R16')
      await found(page)
    },
    ready: found,
  },
  {
    name: 'tyre',
    title: 'Карточка шины',
    path: ({ tyre, day }) => cardPath(tyre, { date: day, city: CITY, why: null }),
    ready: card,
    dark: true,
  },
  {
    name: 'tyre-panel',
    title: 'Карточка рядом с отчётом',
    path: report('market', inCity),
    async act(page) {
      await rows(page)
      await page
        .getByRole('gridcell', { name: /^\d+\/\d+R\d/ })
        .nth(2)
        .click()
      await card(page)
    },
    ready: card,
  },
  {
    name: 'decisions',
    title: 'Решения',
    path: () => ROUTES.decisions,
    ready: (page) =>
      page.getByText('Согласовано с отделом').or(page.getByRole('row').nth(3)).first().waitFor(),
  },
  {
    name: 'totals',
    title: 'Итоги',
    path: () => ROUTES.totals,
    ready: (page) => page.getByRole('table', { name: 'По брендам' }).waitFor(),
  },
  {
    name: 'saved',
    title: 'Сохранённые данные',
    path: () => ROUTES.saved,
    ready: heading(/Сохранённые данные/),
    worker: true,
  },
  { name: 'sources', title: 'Источники', path: () => ROUTES.sources, ready: heading('Источники') },
  {
    name: 'source',
    title: 'Источник',
    path: ({ source }) => `${ROUTES.sources}/${source}`,
    ready: (page) => page.getByText('Прайс-лист daikon-shina.ru').first().waitFor(),
  },
  {
    name: 'wizard',
    title: 'Мастер прайс-листов',
    path: () => `${ROUTES.sources}/new`,
    async act(page) {
      const file = { name: 'прайс-лист.csv', mimeType: 'text/csv', buffer: Buffer.from(PRICE_LIST) }
      await page.locator('input[type=file]').first().setInputFiles(file)
      await asLoaded(page)
    },
    ready: asLoaded,
  },
  {
    name: 'matching',
    title: 'Сопоставление, очередь',
    path: () => ROUTES.matching,
    ready: (page) => page.getByRole('article', { name: 'Пара на решение' }).waitFor(),
  },
  {
    name: 'matching-lines',
    title: 'Сопоставление, модели',
    path: () => `${ROUTES.matching}/lines`,
    ready: (page) =>
      page
        .getByText(/Polar Extra Grip|POLAR EXTRA GRIP/i)
        .first()
        .waitFor(),
  },
  {
    name: 'matching-files',
    title: 'Сопоставление, файлы',
    path: () => `${ROUTES.matching}/files`,
    ready: heading('Сопоставление'),
  },
  {
    name: 'notifications',
    title: 'Уведомления',
    path: () => ROUTES.notifications,
    ready: (page) => page.getByRole('main').getByText('%').first().waitFor(),
  },
  {
    name: 'rules',
    title: 'Правила',
    path: () => ROUTES.rules,
    ready: (page) => page.getByRole('switch').first().waitFor(),
  },
  {
    name: 'rule',
    title: 'Новое правило',
    path: () => `${ROUTES.rules}/new`,
    ready: (page) => page.getByText(/^За последние 30 дней /).waitFor(),
    dark: true,
  },
  { name: 'account', title: 'Профиль', path: () => ROUTES.account, ready: heading('Профиль') },
  { name: 'security', title: 'Безопасность', path: () => ROUTES.security, ready: heading('Безопасность') },
  {
    name: 'users',
    title: 'Пользователи',
    path: () => ROUTES.users,
    ready: (page) => page.getByText('sklad-2').first().waitFor(),
  },
  { name: 'settings', title: 'Настройки', path: () => ROUTES.settings, ready: heading('Настройки') },
  {
    name: 'audit',
    title: 'Журнал',
    path: () => ROUTES.audit,
    ready: (page) => page.getByText('daikon-shina.ru').first().waitFor(),
  },
  {
    name: 'status',
    title: 'Состояние',
    path: () => STATUS_ROUTE,
    ready: heading('Резервная копия'),
  },
  {
    name: 'setup',
    title: 'Первая настройка',
    path: () => `${STATUS_ROUTE}/setup`,
    ready: heading('Проверка уведомлений'),
  },
]
