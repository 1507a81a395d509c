import { useLater } from '../pwa/useLater.ts'
import { whenIdle } from '../pwa/when-idle.ts'

const loadKeys = () => whenIdle().then(() => import('./keys/Keys.tsx'))

/** What every signed-in page has and none begins with. */
export function Later() {
  const Keys = useLater(loadKeys)
  return Keys && <Keys />
}
