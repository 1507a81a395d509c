import { flushSync } from 'react-dom'
import { type ColumnSettings, moved, resized, toggled } from './column-settings.ts'
import { FacetItem } from './FacetItem.tsx'
import type { Choosable, Section } from './facets.ts'
import { gridWidth, widerBy, withWidth } from './widths.ts'

/** Width change per step, in px. */
const STEP = 16

interface FacetSectionProps {
  section: Section
  settings: ColumnSettings
  /** @param words announcement for screen readers */
  onChange(settings: ColumnSettings, words?: string): void
}

/** Section of the dialog that lists the facets of one sort, such as cities or sites. */
export function FacetSection({ section: { name, facets }, settings, onChange }: FacetSectionProps) {
  const container = gridWidth()
  const keys = facets.filter(({ fixed }) => !fixed).map(({ key }) => key)

  const move = (one: Choosable, by: -1 | 1, button: HTMLElement) => {
    const place = keys.indexOf(one.key) + by + 1
    flushSync(() => onChange(moved(settings, keys, one.key, by), `${one.name}: ${place} из ${keys.length}`))
    // Reordering the list moves the button in the document, which blurs it.
    button.focus()
  }

  const widthAfter = ({ key, sized, fixed }: Choosable, by: number): number => {
    const chosen = settings.widths.get(key)
    if (!sized) return 0
    const column = chosen === undefined ? sized : withWidth(sized, chosen, fixed)
    return widerBy(by, column, fixed, container)
  }
  const resize = (one: Choosable, by: -1 | 1) => {
    const px = widthAfter(one, by * STEP)
    onChange(resized(settings, one.key, px), `${one.name}: ширина ${px}`)
  }

  return (
    <fieldset className="column-section">
      <legend>{name}</legend>
      <ul>
        {facets.map((one) => {
          const place = keys.indexOf(one.key)
          const now = widthAfter(one, 0)
          return (
            <FacetItem
              key={one.key}
              name={one.name}
              shown={!settings.hidden.includes(one.key)}
              fixed={one.fixed}
              moves={{ back: place > 0, on: place < keys.length - 1 }}
              widths={one.sized && { back: widthAfter(one, -STEP) < now, on: widthAfter(one, STEP) > now }}
              onToggle={() => onChange(toggled(settings, one.key))}
              onMove={(by, button) => move(one, by, button)}
              onWidth={(by) => resize(one, by)}
            />
          )
        })}
      </ul>
    </fieldset>
  )
}
