import { useLater } from '../pwa/useLater.ts'

const loadKeys = () => import('./keys/Keys.tsx')

/** What every signed-in page has and none begins with. */
export function Later() {
  const Keys = useLater(loadKeys)
  return Keys && <Keys />
}
