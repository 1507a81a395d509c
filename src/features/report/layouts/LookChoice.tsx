import { preferences } from '../../../lib/preferences.ts'
import { useStore } from '../../../lib/store.ts'
import { Choice } from '../../../ui/Choice.tsx'
import type { Density } from '../../grid/row-lines.ts'

/** Rows for a finger are higher than those for a mouse. */
const usualDensity = (): Density => (window.matchMedia('(pointer: coarse)').matches ? 'cosy' : 'dense')

/** Returns the density of the grid's rows that the person has chosen for this device (specification 17.2). */
export const useDensity = (): Density => useStore(preferences.density) ?? usualDensity()

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
