import type { KeepRun } from '../features/saved-views/pinned/keep-pinned.ts'
import { useLater } from '../pwa/useLater.ts'
import { whenIdle } from '../pwa/when-idle.ts'

/** The code that saves a report's pages is loaded when there is something to save. */
const keep: KeepRun = async (...run) => {
  const { keepAll } = await import('../features/report/save-report/keep-all.ts')
  return keepAll(...run)
}

const loadKeeper = () => whenIdle().then(() => import('../features/saved-views/pinned/PinnedKeeper.tsx'))

/** Keeps pinned views up to date. Loaded after the page, so that its code does not delay the start. */
export function PinnedViews() {
  const Keeper = useLater(loadKeeper)
  return Keeper && <Keeper keep={keep} />
}
