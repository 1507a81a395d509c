// Specification 1.14, 2.3, 4.27

import { describe, expect, it } from 'vitest'
import { analyticsPath, LISTS } from '../lib/lists.ts'
import { PATHS, SESSION_PATHS } from '../paths.ts'
import {
  defaultFileName,
  PRICE_TYPE_LABELS,
  priceTypesOf,
  REPORT_IDS,
  REPORTS,
  type Report,
} from './reports.ts'

const reports: Report[] = REPORT_IDS.map((id) => REPORTS[id])
const byRoute = (route: string) => reports.find((report) => report.route === `/export/${route}`) as Report

it('a report has the same layout as the answers of its lists', () => {
  const named = (path: string) => Object.entries(LISTS).find(([name]) => analyticsPath(name) === path)
  for (const { layout, sources } of reports)
    for (const { list } of Object.values(sources)) expect(named(list)?.[1]).toBe(layout)
})

describe('specification 4.1: the thirteen pages', () => {
  const RETAIL = 'Выгрузить все Розничные цены'
  const WHOLESALE = 'Выгрузить все Оптовые цены'
  const ALL_RETAIL = 'Минимальной / Медианной / Максимальной Розничной цены'
  const ALL_WHOLESALE = 'Минимальной / Медианной / Максимальной Оптовой цены'

  it.each([
    ['all-prices', 'a1', 'Выгрузить ВСЕ цены', ['Все']],
    ['retail', 'r1', RETAIL, ['Розничная']],
    ['wholesale', 'o1', WHOLESALE, ['Оптовая']],
    ['retail/min', 'r2', `${RETAIL} с формированием Минимальной Розничной цены`, ['Розничная']],
    ['retail/max', 'r3', `${RETAIL} с формированием Максимальной Розничной цены`, ['Розничная']],
    ['retail/median', 'r4', `${RETAIL} с формированием Медианной Розничной цены`, ['Розничная']],
    ['retail/stats', 'r5', `${RETAIL} с формированием ${ALL_RETAIL}`, ['Розничная']],
    ['wholesale/min', 'o2', `${WHOLESALE} с формированием Минимальной Оптовой цены`, ['Оптовая']],
    ['wholesale/max', 'o3', `${WHOLESALE} с формированием Максимальной Оптовой цены`, ['Оптовая']],
    ['wholesale/median', 'o4', `${WHOLESALE} с формированием Медианной Оптовой цены`, ['Оптовая']],
    ['wholesale/stats', 'o5', `${WHOLESALE} с формированием ${ALL_WHOLESALE}`, ['Оптовая']],
    ['proposals', 'a2', 'Выгрузить предложения на основе массива данных по ценам', ['Розничная', 'Оптовая']],
    ['price-changes', 'a3', 'Выгрузка отчёта об изменении цен', ['Оптовая']],
  ])('/export/%s has card %s, title and price field', (route, code, title, prices) => {
    const report = byRoute(route)
    expect(report).toMatchObject({ code, title })
    expect(priceTypesOf(report).map((type) => PRICE_TYPE_LABELS[type])).toEqual(prices)
  })

  it('are thirteen, each with its own route and card', () => {
    expect(reports).toHaveLength(13)
    expect(new Set(reports.map(({ route }) => route)).size).toBe(13)
    expect(new Set(reports.map(({ code }) => code)).size).toBe(13)
  })
})

describe('specification 4.2: calls of the pages', () => {
  it.each([
    ['all-prices', 'all', 'allTyres', 'allprices'],
    ['retail', 'retail', 'retailTyres', 'rprices'],
    ['wholesale', 'opt', 'optTyres', 'oprices'],
    ['retail/min', 'retail', 'analyseRetailPrices', 'rprices-min'],
    ['retail/max', 'retail', 'medianMaxRetailPrices', 'rprices-max'],
    ['retail/median', 'retail', 'medianMaxRetailPrices', 'rprices-mid'],
    ['retail/stats', 'retail', 'medianMaxRetailPrices', 'rprices-mix'],
    ['wholesale/min', 'opt', 'analyseOptPrices', 'ominprices'],
    ['wholesale/max', 'opt', 'medianMaxOptPrices', 'omaxprices'],
    ['wholesale/median', 'opt', 'medianMaxOptPrices', 'omidprices'],
    ['wholesale/stats', 'opt', 'medianMaxOptPrices', 'omixprices'],
    ['proposals', 'retail', 'newRetailPrices', 'rprices-recommended'],
    ['proposals', 'opt', 'newOptPrices', 'oprices-recommended'],
    ['price-changes', 'opt', 'thresholdAnalyse', 'rprices-threshold'],
  ] as const)('/export/%s (%s) lists from %s and downloads from %s', (route, type, list, download) => {
    expect(byRoute(route).sources[type]).toEqual({
      list: `/api/analytics/${list}`,
      download: `/api/analytics/${download}`,
    })
  })

  it('filters, vehicle types and logout have their paths', () => {
    expect(PATHS).toMatchObject({ filters: '/api/filters', vehicleTypes: '/api/vehicle_type' })
    expect(SESSION_PATHS.logout).toBe('/auth/logout')
  })
})

describe('specification 5.3: default names of downloads', () => {
  it('are tires_export.xlsx, and notifications_{date}.csv for price changes', () => {
    const names = new Set(reports.map((report) => defaultFileName(report, '2026-03-01')))
    expect([...names].sort()).toEqual(['notifications_2026-03-01.csv', 'tires_export.xlsx'])
    expect(defaultFileName(REPORTS['price-changes'], '2026-03-01')).toBe('notifications_2026-03-01.csv')
  })
})
