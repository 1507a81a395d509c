import { keptValue } from '../../api/kept-value.ts'
import { VIEW_PINS_KEY } from '../../api/stored-session.ts'

/**
 * The views that this device keeps ready for offline (specification 18.6), by id: the run that was saved last, whose pages the
 * worker then never evicts; null before the first.
 */
type Pins = Readonly<Record<string, string | null>>

const kept = keptValue(VIEW_PINS_KEY, read)

export const viewPins = kept.get
export const onViewPins = kept.onChange

/** @throws Error with words for the user if the browser has no room */
export function setPin(id: string, run: string | null): void {
  write({ ...viewPins(), [id]: run })
}

export function removePin(id: string): void {
  const { [id]: _removed, ...others } = viewPins()
  write(others)
}

function write(pins: Pins): void {
  kept.set(Object.keys(pins).length === 0 ? null : JSON.stringify(pins))
}

function read(text: string | null): Pins {
  try {
    const pins: unknown = JSON.parse(text ?? '{}')
    const runs = Object.entries(pins ?? {}).map(([id, run]) => [id, typeof run === 'string' ? run : null])
    return Object.fromEntries(runs) as Pins
  } catch {
    return {}
  }
}
