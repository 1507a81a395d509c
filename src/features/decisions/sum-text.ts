import { formatCell } from '../../../contract/reports/format-cell.ts'
import { PRICES, TYRES } from '../../ui/nouns.ts'
import { countText, type NounForms } from '../../ui/plural.ts'
import { percent } from '../market/texts.ts'
import type { Sum } from './effect.ts'

const signed = (roubles: number): string => `${roubles > 0 ? '+' : ''}${formatCell(roubles, 'price')} ₽`

/**
 * Returns texts for the total effect of decisions, one for each figure.
 * @param counted text for the number of prices
 */
export function sumText(sum: Sum, counted = countText(sum.count, PRICES)): string[] {
  const { change, changed, fresh, cheapest, compared, margin, look } = sum
  return [
    counted,
    changed === 0 ? fresh === 0 && 'ничего не меняется' : `изменений ${changed}, в сумме ${signed(change)}`,
    fresh > 0 && `новых ${fresh}`,
    compared === 0 ? 'конкурентов нет' : `самых низких ${cheapest} из ${compared}, где есть конкуренты`,
    margin === null ? 'себестоимость неизвестна' : `наценка в среднем ${percent(margin)}`,
    look > 0 && `требуют второго взгляда: ${look}`,
  ].filter((words) => words !== false)
}

const IN_CITIES: NounForms = ['городе', 'городах', 'городах']

/** Formats '83 цены', or '157 цен: 83 шины в 2 городах и без города' if tyres have several prices. */
export function countedText({ count, tyres, cities, hasNoCity }: Sum): string {
  const prices = countText(count, PRICES)
  if (tyres === count) return prices
  const where = [cities > 0 && `в ${countText(cities, IN_CITIES)}`, hasNoCity && 'без города']
  return `${prices}: ${countText(tyres, TYRES)} ${where.filter(Boolean).join(' и ')}`
}
