import { clockAhead } from '../data/server-clock.ts'
import { preferences } from '../lib/preferences.ts'
import { useStore } from '../lib/store.ts'
import { Alert } from '../ui/Alert.tsx'
import { countText } from '../ui/plural.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Alert that this device's clock is wrong by a day or more, displayed until it is dismissed once (specification 1.15). */
export function ClockAlert() {
  const days = Math.round(useStore(clockAhead) / DAY_MS)
  const isTold = useStore(preferences.clockTold)
  if (days === 0 || isTold) return null
  return (
    <Alert tone="info" onDismiss={() => preferences.clockTold.set(true)}>
      Часы этого устройства {days > 0 ? 'отстают' : 'спешат'} на{' '}
      {countText(Math.abs(days), ['день', 'дня', 'дней'])}. Сегодняшний день приложение берёт у сервера.
    </Alert>
  )
}
