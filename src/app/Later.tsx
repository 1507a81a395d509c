import { useLater } from '../pwa/useLater.ts'
import { whenIdle } from '../pwa/when-idle.ts'

const loadKeys = () => whenIdle().then(() => import('./keys/Keys.tsx'))

/** Parts of every signed-in page that are loaded after it. */
export function Later() {
  const Keys = useLater(loadKeys)
  return Keys && <Keys />
}
