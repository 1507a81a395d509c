import { preferences } from '../../../lib/preferences.ts'
import { useStore } from '../../../lib/store.ts'
import type { Density } from '../../grid/row-lines.ts'

/** Rows for a finger are higher than those for a mouse. */
const usualDensity = (): Density => (window.matchMedia('(pointer: coarse)').matches ? 'cosy' : 'dense')

/** Returns the density of the grid's rows that the person has chosen for this device (specification 17.2). */
export const useDensity = (): Density => useStore(preferences.density) ?? usualDensity()
