import { useSession } from '../../session/useSession.ts'
import { Button } from '../../ui/Button.tsx'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'

/** Logout for phones, away from the bottom bar to avoid accidental taps. */
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
