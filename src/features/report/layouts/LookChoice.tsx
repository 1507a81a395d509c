import { preferences } from '../../../lib/preferences.ts'
import { useStore } from '../../../lib/store.ts'
import { Choice } from '../../../ui/Choice.tsx'
import type { Density } from '../../grid/row-lines.ts'
import { useDensity } from './useDensity.ts'

const OPTIONS: readonly { value: Density; name: string }[] = [
  { value: 'cosy', name: 'Удобно' },
  { value: 'dense', name: 'Плотно' },
]

/** Controls of the look of a grid: the tints of the market, and the height of the rows. */
export function LookChoice({ layout }: { layout: 'table' | 'market' }) {
  const density = useDensity()
  const coloured = useStore(preferences.marketColours)
  return (
    <>
      {layout === 'market' && (
        <button
          type="button"
          className="chip"
          aria-pressed={coloured}
          onClick={() => preferences.marketColours.set(!coloured)}
        >
          Цвета
        </button>
      )}
      <Choice<Density>
        label="Строки"
        options={OPTIONS}
        value={density}
        palette="высота плотность"
        onChange={preferences.density.set}
      />
    </>
  )
}
