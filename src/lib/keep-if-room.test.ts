import { expect, it, vi } from 'vitest'
import { decidedCount, storeDecidedCount } from '../data/stored-session.ts'
import { keepCity } from '../features/report-choice/kept-city.ts'
import { keepLayout } from '../features/report-choice/kept-layout.ts'
import { chooseTheme } from '../ui/theme.ts'

it('keepIfRoom accepts a choice on a device with a full store', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  keepCity('Томск')
  keepLayout('retail', 'list')
  storeDecidedCount(3)
  chooseTheme('dark')
  full.mockRestore()
  expect(decidedCount()).toBe(3)
  expect(document.documentElement.dataset.theme).toBe('dark')
})
