import { useLater } from '../pwa/useLater.ts'
import { setUnreadCount } from './unread-count.ts'

const load = () => import('../cabinet/notifications/UnreadWatch.tsx')

/** Watches the notifications. */
export function Unread() {
  const Watch = useLater(load)
  return Watch && <Watch onCount={setUnreadCount} />
}
