import type { KeepRun } from '../features/saved-views/pinned/keep-pinned.ts'
import { useLater } from '../pwa/useLater.ts'
import { whenIdle } from '../pwa/when-idle.ts'

/** Reports know how their pages are saved; their code comes when there is something to save. */
const keep: KeepRun = async (...run) => {
  const { keepAll } = await import('../features/report/save-report/keep-all.ts')
  return keepAll(...run)
}

const loadKeeper = () => whenIdle().then(() => import('../features/saved-views/pinned/PinnedKeeper.tsx'))

/** Keeps pinned views ready. Loaded after the page, whose start their code would only delay. */
export function PinnedViews() {
  const Keeper = useLater(loadKeeper)
  return Keeper && <Keeper keep={keep} />
}
