import { preferences } from '../../../lib/preferences.ts'
import { Choice } from '../../../ui/Choice.tsx'
import type { Density } from '../../grid/row-lines.ts'
import { useDensity } from './useDensity.ts'

const OPTIONS: readonly { value: Density; name: string }[] = [
  { value: 'cosy', name: 'Удобно' },
  { value: 'dense', name: 'Плотно' },
]

/** Choice of the height of the grid's rows. */
export function DensityChoice() {
  const density = useDensity()
  return (
    <Choice<Density>
      label="Строки"
      options={OPTIONS}
      value={density}
      palette="высота плотность"
      onChange={preferences.density.set}
    />
  )
}
