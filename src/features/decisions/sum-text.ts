import { formatCell } from '../../../contract/reports/format-cell.ts'
import { PRICES } from '../../ui/nouns.ts'
import { countText } from '../../ui/plural.ts'
import { percent } from '../market/texts.ts'
import type { Sum } from './effect.ts'

const signed = (roubles: number): string => `${roubles > 0 ? '+' : ''}${formatCell(roubles, 'price')} ₽`

/** Returns texts for the total effect of decisions, one for each figure. */
export function sumText({ count, change, changed, fresh, cheapest, compared, margin, look }: Sum): string[] {
  return [
    countText(count, PRICES),
    changed === 0 ? fresh === 0 && 'ничего не меняется' : `изменений ${changed}, в сумме ${signed(change)}`,
    fresh > 0 && `новых ${fresh}`,
    compared === 0 ? 'конкурентов нет' : `самых низких ${cheapest} из ${compared}, где есть конкуренты`,
    margin === null ? 'себестоимость неизвестна' : `наценка в среднем ${percent(margin)}`,
    look > 0 && `требуют второго взгляда: ${look}`,
  ].filter((words) => words !== false)
}
