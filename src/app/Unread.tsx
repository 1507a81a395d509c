import { useLater } from '../pwa/useLater.ts'
import { whenIdle } from '../pwa/when-idle.ts'
import { unreadCount } from './UserMenu.tsx'

const load = () => whenIdle().then(() => import('../features/notifications/UnreadWatch.tsx'))

/** Watches the number of unread notifications. */
export function Unread() {
  const Watch = useLater(load)
  return Watch && <Watch onCount={unreadCount.set} />
}
