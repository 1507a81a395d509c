import { type ComponentType, useEffect, useState } from 'react'
import { loadInBackground } from '../pwa/reload-once.ts'
import { whenIdle } from '../pwa/when-idle.ts'
import type { KeepRun } from '../views/pinned/keep-pinned.ts'
import type { PinnedKeeperProps } from '../views/pinned/PinnedKeeper.tsx'

/** Reports know how their pages are saved; their code comes when there is something to save. */
const keep: KeepRun = async (...run) => {
  const { keepAll } = await import('../reports/save-report/keep-all.ts')
  return keepAll(...run)
}

const loadKeeper = () => whenIdle().then(() => import('../views/pinned/PinnedKeeper.tsx'))

/** Keeps pinned views ready. Loaded after the page, whose start their code would only delay. */
export function PinnedViews() {
  const [Keeper, setKeeper] = useState<ComponentType<PinnedKeeperProps>>()
  useEffect(() => {
    // A failed load is made up for by the next start.
    void loadInBackground(loadKeeper).then((code) => setKeeper(() => code?.default))
  }, [])
  return Keeper && <Keeper keep={keep} />
}
