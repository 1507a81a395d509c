/** After 'g', the keys of a place are typed one after the other. */
export const START = 'g'

/** What a physical key stands for, whatever the keyboard's language: 'g', '3'; null for others. */
export function keyName(code: string): string | null {
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? null
}

/** Where keys have led: to a place, further ('r' of 'r3'), or nowhere. */
export type Step<Place> = { place: Place } | { typed: string } | null

/** @param typed after 'g' */
export function stepTo<Place extends { keys: string }>(places: readonly Place[], typed: string): Step<Place> {
  const place = places.find(({ keys }) => keys === typed)
  if (place) return { place }
  return places.some(({ keys }) => keys.startsWith(typed)) ? { typed } : null
}
