import { keptValue } from '../../../data/kept-value.ts'
import { VIEW_PINS_KEY } from '../../../data/stored-session.ts'

/** Ids of the views that are pinned on this device (specification 18.6). */
type Pins = readonly string[]

const kept = keptValue(VIEW_PINS_KEY, read)

export const viewPins = kept.get
export const onViewPins = kept.onChange

/**
 * Pins a view.
 * @throws Error with text for the user if the browser has no space
 */
export function addPin(id: string): void {
  write([...viewPins().filter((one) => one !== id), id])
}

export function removePin(id: string): void {
  write(viewPins().filter((one) => one !== id))
}

function write(pins: Pins): void {
  kept.set(pins.length === 0 ? null : JSON.stringify(pins))
}

function read(text: string | null): Pins {
  try {
    const pins: unknown = JSON.parse(text ?? '[]')
    // Earlier versions stored an object whose keys are the ids.
    const ids: unknown[] = Array.isArray(pins) ? pins : Object.keys(pins ?? {})
    return ids.filter((id) => typeof id === 'string')
  } catch {
    return []
  }
}
