import { MARKET_CITY_KEY as KEY } from '../../data/stored-session.ts'
import { keepIfRoom } from '../../lib/keep-if-room.ts'

/** The city whose prices this user compared last on this device. */
export const keptCity = (): string | null => localStorage.getItem(KEY)

export function keepCity(city: string | null): void {
  if (city === null) localStorage.removeItem(KEY)
  else keepIfRoom(KEY, city)
}
