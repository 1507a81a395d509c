import { useSession } from '../../session/useSession.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'

/** On a phone the way out stands here, apart from what a thumb is after in the bar below. */
export function SignOutSection() {
  const { signOut } = useSession()
  return (
    <div className="account-logout">
      <Button onClick={() => signOut('cabinet')}>
        <Icon name="logout" />
        Выход
      </Button>
    </div>
  )
}
