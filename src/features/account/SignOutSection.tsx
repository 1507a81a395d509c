import { useSession } from '../../session/useSession.ts'
import { Button } from '../../ui/Button.tsx'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'

/** Logout button for phones. It is not in the bottom bar, where it could be tapped by accident. */
export function SignOutSection() {
  const { signOut } = useSession()
  return (
    <div className="account-logout hidden">
      <Button onClick={() => signOut('cabinet')}>
        <CabinetIcon name="logout" />
        Выход
      </Button>
    </div>
  )
}
