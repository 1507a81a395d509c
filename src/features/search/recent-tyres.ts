import { preferences, type RecentTyre } from '../../lib/preferences.ts'

const MOST = 8

/**
 * Stores a tyre opened from the search as the most recent one. The list is removed when this user signs out
 * (specification 16.6).
 */
export function addRecentTyre({ key, brand, name }: RecentTyre): void {
  const others = preferences.recentTyres.get().filter((one) => one.key !== key)
  preferences.recentTyres.set([{ key, brand, name }, ...others].slice(0, MOST))
}
