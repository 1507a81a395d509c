import { describe, expect, it } from 'vitest'
import { REPORTS } from '../../../../contract/reports/reports.ts'
import { HttpError, OfflineMissError } from '../../../data/errors.ts'
import { defaultChoice } from '../../report-choice/report-address.ts'
import type { Layout } from '../../report-choice/view.ts'
import { fileName, problemText, progressText, resultText, titleText } from './file-text.ts'

const REPORT = REPORTS['all-prices']
const CHOICE = { ...defaultChoice(REPORT), date: '2026-04-18', filters: { brand: 'Zorki' } }
const WHOLE = { read: 5, total: 5, cut: null }
const all = (layout: Layout) => ({ layout, competitors: null })
const plain = (words: string) => words.replaceAll('\u00a0', ' ')

describe('texts of a view export (specification 17.9)', () => {
  it.each([
    [{ rows: 5, ...WHOLE }, 'В файле 5 шин.'],
    [
      { rows: 300, read: 300, total: 2340, cut: 'not-saved' as const },
      'В файле 300 из 2 340 шин: остальные не сохранены на этом устройстве.',
    ],
    [
      { rows: 7, read: 300, total: 2341, cut: 'not-saved' as const },
      'В файле 7 шин. Просмотрены 300 из 2 341 шины: остальные не сохранены на этом устройстве.',
    ],
    [
      { rows: 300, read: 300, total: null, cut: 'too-large' as const },
      'В файле 300 шин: больше на устройстве в один файл не собрать, уточните фильтры.',
    ],
  ])('%j', (counts, words) => {
    expect(plain(resultText({ ...counts, file: new Blob(), saved: false }))).toBe(words)
  })

  it('says that the file is built from saved pages', () => {
    expect(plain(resultText({ rows: 5, ...WHOLE, file: new Blob(), saved: true }))).toBe(
      'В файле 5 шин. Нет связи с сервером: файл собран из сохранённых страниц.',
    )
  })

  it('names the report, day, filters and layout', () => {
    expect(titleText(REPORT, CHOICE, ['вид «Рынок»'], WHOLE)).toBe(
      `${REPORT.title} · 18 апреля 2026 г. · Бренд: Zorki · вид «Рынок»`,
    )
    expect(fileName(REPORT, CHOICE, all('market'), 'csv')).toBe(`${REPORT.title} 2026-04-18 Zorki, Рынок.csv`)
    const inStock = { layout: 'market', competitors: 'inStock' } as const
    expect(fileName(REPORT, CHOICE, inStock, 'csv')).toBe(
      `${REPORT.title} 2026-04-18 Zorki, конкуренты в наличии, Рынок.csv`,
    )
    expect(fileName(REPORT, CHOICE, { ...inStock, layout: 'table' }, 'csv')).toBe(
      `${REPORT.title} 2026-04-18 Zorki, Таблица.csv`,
    )
    const odd = { ...CHOICE, filters: { brand: '../a/b', site: 'x'.repeat(300) } }
    expect(fileName(REPORT, odd, all('table'), 'xlsx')).toMatch(/^[^/]{80,120}\.xlsx$/)
  })

  it('shortens a long title in favour of day, filters and layout, and starts it with the report’s code', () => {
    const long = REPORTS['wholesale-stats']
    expect(fileName(long, { ...CHOICE, filters: {} }, all('market'), 'xlsx')).toBe(
      'o5 Выгрузить все Оптовые цены с формированием Минимальной _ Медианной _ Максимальной Оптовой… 2026-04-18 Рынок.xlsx',
    )
    const filters = { brand: 'Zorki', season: 'Зимняя', city: 'Ростов-на-Дону', site: 'express-shina.ru' }
    const name = fileName(long, { ...CHOICE, filters }, all('list'), 'csv')
    for (const words of [...Object.values(filters), ' 2026-04-18 ', ', Список.csv'])
      expect(name).toContain(words)
    expect(name).toMatch(/^o5 Выгрузить все Оптовые цены .*… 2026-04-18 /)
    // Filters are shortened only after the title has its minimum length.
    const many = { ...CHOICE, filters: { brand: 'x'.repeat(300) } }
    expect(fileName(long, many, all('table'), 'xlsx')).toMatch(
      /^o5 Выгрузить все Оптовые цены… 2026-04-18 x+…, Таблица\.xlsx$/,
    )
    expect(fileName(REPORTS.retail, many, all('table'), 'xlsx')).toMatch(/ 2026-04-18 x+…, Таблица\.xlsx$/)
  })

  it('describes progress and failures', () => {
    expect(progressText({ pages: 11, of: 40 })).toBe('Страница 12 из 40')
    expect(progressText({ pages: 11, of: null })).toBe('Прочитано страниц: 11')
    const written = { rows: 500, of: 800 }
    expect(progressText({ pages: 8, of: 8, written })).toBe('Собираю файл: 500 из 800 шин')
    const at = { pages: 12, of: 40 }
    expect(problemText(new TypeError('Failed to fetch'), at)).toBe(
      'Нет связи с сервером. Прочитано страниц: 12 из 40.',
    )
    expect(problemText(new HttpError(500, '', ''), { pages: 0, of: null })).toBe(
      'Не удалось собрать файл: HTTP 500.',
    )
    expect(problemText(new OfflineMissError(), { pages: 0, of: null })).toBe(
      'Нет связи с сервером, а страницы этой таблицы не сохранены на устройстве.',
    )
  })
})
