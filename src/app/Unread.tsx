import { useLater } from '../pwa/useLater.ts'
import { whenIdle } from '../pwa/when-idle.ts'
import { setUnreadCount } from './unread-count.ts'

const load = () => whenIdle().then(() => import('../features/notifications/UnreadWatch.tsx'))

/** Watches the number of unread notifications. */
export function Unread() {
  const Watch = useLater(load)
  return Watch && <Watch onCount={setUnreadCount} />
}
