import { RECENT_TYRES_KEY } from '../../data/stored-session.ts'
import { keepIfRoom } from '../../lib/keep-if-room.ts'

/** Tyre that was opened from the search. */
export interface RecentTyre {
  key: string
  brand: string
  name: string
}

const KEPT = 8

/** Returns the last opened tyres, latest first; stored until this user signs out (specification 16.6). */
export function recentTyres(): RecentTyre[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(RECENT_TYRES_KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, KEPT) : []
  } catch {
    return []
  }
}

export function addRecentTyre({ key, brand, name }: RecentTyre): void {
  const others = recentTyres().filter((one) => one.key !== key)
  keepIfRoom(RECENT_TYRES_KEY, JSON.stringify([{ key, brand, name }, ...others].slice(0, KEPT)))
}

function isRecent(value: unknown): value is RecentTyre {
  const { key, brand, name } = (value ?? {}) as Record<string, unknown>
  return [key, brand, name].every((text) => typeof text === 'string') && key !== ''
}
