import { useSession } from '../../session/useSession.ts'
import { Button } from '../../ui/Button.tsx'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'

/** On a phone the logout is here, away from the bar at the bottom, to avoid accidental taps. */
export function SignOutSection() {
  const { signOut } = useSession()
  return (
    <div className="account-logout">
      <Button onClick={() => signOut('cabinet')}>
        <CabinetIcon name="logout" />
        Выход
      </Button>
    </div>
  )
}
