import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { ROUTES } from '../../contract/routes.ts'
import type { StoreProblem } from '../../contract/worker/saved.ts'
import { clockAhead } from '../data/server-clock.ts'
import { preferences } from '../lib/preferences.ts'
import { useStore } from '../lib/store.ts'
import { storeProblem } from '../pwa/store-problem.ts'
import { hasWorker, requestFromWorker } from '../pwa/worker-channel.ts'
import { Alert } from '../ui/Alert.tsx'
import { countText } from '../ui/plural.ts'

const WORDS: Readonly<Record<StoreProblem, string>> = {
  unavailable: 'Браузер не даёт сохранять данные на устройстве: без сети отчёты не откроются.',
  quota: 'На устройстве не осталось места: новые страницы отчётов без сети не откроются.',
}

/**
 * Alert that the app cannot save data on this device. Once dismissed, it is not displayed again for the same problem.
 * Everything else works online.
 */
export function StoreProblemAlert() {
  const [atStart, setAtStart] = useState<StoreProblem | null>(null)
  const { pathname } = useLocation()
  const [dismissed, setDismissed] = useState<StoreProblem | null>(null)
  const problem = useStore(storeProblem) ?? atStart
  useEffect(() => {
    const ask = () => void requestFromWorker('saved', {}).then((state) => setAtStart(state?.problem ?? null))
    // On a first visit the worker becomes ready only later.
    if (hasWorker()) void navigator.serviceWorker.ready.then(ask)
  }, [])
  // The page of saved data displays its own message, with advice.
  const isSaidBelow = pathname === ROUTES.saved
  if (problem === null || problem === dismissed || isSaidBelow) return null
  return (
    <Alert tone="info" onDismiss={() => setDismissed(problem)}>
      {WORDS[problem]}
    </Alert>
  )
}

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
