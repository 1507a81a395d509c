import { preferences } from '../../../lib/preferences.ts'
import { useStore } from '../../../lib/store.ts'
import { Button } from '../../../ui/Button.tsx'
import { Choice } from '../../../ui/Choice.tsx'
import type { Density } from '../../grid/row-lines.ts'
import { LAYOUT_NAMES, LAYOUTS, type Layout } from '../../report-choice/view.ts'

const OPTIONS = LAYOUTS.map((value) => ({ value, name: LAYOUT_NAMES[value] }))
const LABEL = 'Вид'

interface LayoutSwitchProps {
  layout: Layout
  /** whether the screen is too narrow for a row of buttons; a dropdown is rendered instead */
  phone: boolean
  onChange(layout: Layout): void
}

export function LayoutSwitch({ layout, phone, onChange }: LayoutSwitchProps) {
  if (!phone) {
    return (
      <Choice<Layout>
        label={LABEL}
        options={OPTIONS}
        value={layout}
        palette="раскладка"
        onChange={onChange}
      />
    )
  }
  return (
    <select
      className="input"
      aria-label={LABEL}
      value={layout}
      onChange={({ target }) => onChange(target.value as Layout)}
    >
      {OPTIONS.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  )
}

/** Rows for a finger are higher than those for a mouse. */
const usualDensity = (): Density => (window.matchMedia('(pointer: coarse)').matches ? 'cosy' : 'dense')

/** Returns the density of the grid's rows that the person has chosen for this device (specification 17.2). */
export const useDensity = (): Density => useStore(preferences.density) ?? usualDensity()

const DENSITIES: readonly { value: Density; name: string }[] = [
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
        options={DENSITIES}
        value={density}
        palette="высота плотность"
        onChange={preferences.density.set}
      />
    </>
  )
}

interface MarketHintProps {
  onShow(): void
  onRefuse(): void
}

/** Offer to switch to the market layout. Displayed once a city is chosen and until the person chooses a layout. */
export function MarketHint({ onShow, onRefuse }: MarketHintProps) {
  return (
    <div className="order-note">
      <p>Цены одного города короче в виде «Рынок»: строка на шину, столбец на сайт.</p>
      <Button variant="quiet" onClick={onShow}>
        Показать рынок
      </Button>
      <Button variant="quiet" onClick={onRefuse}>
        Оставить таблицу
      </Button>
    </div>
  )
}
