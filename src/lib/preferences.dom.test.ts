import { beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetPersonalPreferences, preferences } from './preferences.ts'

const {
  theme,
  marketColours,
  sparklines,
  hintsSeen,
  lastReport,
  recentTyres,
  viewPins,
  marketCity,
  attentionCount,
  viewCount,
} = preferences

beforeEach(() => localStorage.clear())

const fillDevice = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })

it.each([
  ['theme', 'dark', () => theme.get(), 'dark'],
  ['theme', 'sepia', () => theme.get(), null],
  ['layout.retail', 'list', () => preferences.layout('retail').get(), 'list'],
  ['market-colours', 'off', () => marketColours.get(), false],
  ['market-colours', 'x', () => marketColours.get(), true],
  ['sparklines', 'on', () => sparklines.get(), true],
  ['sparklines', 'x', () => sparklines.get(), false],
  ['hints_seen', '2', () => hintsSeen.get(), 2],
  ['hints_seen', '-1', () => hintsSeen.get(), Number.POSITIVE_INFINITY],
  [
    'last_report',
    '{"id":"retail","query":"page=2"}',
    () => lastReport.get(),
    { id: 'retail', query: 'page=2', today: false },
  ],
  ['last_report', '{"id":', () => lastReport.get(), null],
  [
    'recent_tyres',
    '[{"key":"","brand":"","name":""},{"key":"a","brand":"b","name":"c"}]',
    () => recentTyres.get(),
    [{ key: 'a', brand: 'b', name: 'c' }],
  ],
  ['attention_count', '4', () => attentionCount.get(), 4],
  // A page reserves room for so many elements.
  ['attention_count', '4294967296', () => attentionCount.get(), 0],
  ['view_count', '100000', () => viewCount.get(), 0],
  ['market_city', 'Омск', () => marketCity.get(), 'Омск'],
  // Each request that names it would be refused.
  ['market_city', 'Я'.repeat(501), () => marketCity.get(), null],
  ['view_pins', '{"v1":1}', () => viewPins.get(), ['v1']],
])('reads %s from %s', (key, text, read, value) => {
  localStorage.setItem(key, text)
  expect(read()).toEqual(value)
})

it('removes the entry of a default value', () => {
  marketColours.set(false)
  viewPins.store(['v1'])
  expect({ ...localStorage }).toEqual({ 'market-colours': 'off', view_pins: '["v1"]' })
  marketColours.set(true)
  viewPins.store([])
  expect(localStorage).toHaveLength(0)
})

it('returns the same object until the value changes', () => {
  recentTyres.set([{ key: 'a', brand: 'b', name: 'c' }])
  expect(recentTyres.get()).toBe(recentTyres.get())
})

it('notifies subscribers of changes here and in other tabs', () => {
  const listener = vi.fn()
  const stop = theme.subscribe(listener)
  theme.set('dark')
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
  theme.set('light')
  expect(listener).toHaveBeenCalledTimes(2)
})

it('forgets what is personal and retains what belongs to the device', () => {
  theme.set('dark')
  marketCity.set('Томск')
  forgetPersonalPreferences()
  expect({ ...localStorage }).toEqual({ theme: 'dark' })
  expect(marketCity.get()).toBeNull()
})

describe('a device without room', () => {
  it('holds a choice for this page, until the person signs out', () => {
    const full = fillDevice()
    marketCity.set('Томск')
    expect(marketCity.get()).toBe('Томск')
    full.mockRestore()
    forgetPersonalPreferences()
    expect(marketCity.get()).toBeNull()
  })

  it('refuses what must last', () => {
    viewPins.store(['v1'])
    fillDevice()
    expect(() => viewPins.store(['v1', 'v2'])).toThrow('На устройстве не осталось места')
    expect(viewPins.get()).toEqual(['v1'])
  })
})
