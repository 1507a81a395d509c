import type { StrategySettings } from '../../contract/strategies/strategy.ts'

/** Settings of an ordinary strategy, with changes. */
export const strategySettings = (over: Partial<StrategySettings> = {}): StrategySettings => ({
  name: 'Зима',
  kind: 'retail',
  cities: [],
  brands: [],
  diameters: [],
  seasons: [],
  stock: { from: null, to: null },
  age: { from: null, to: null },
  base: 'second',
  unit: 'percent',
  by: -1,
  floor: null,
  round: '1',
  morning: null,
  ...over,
})
