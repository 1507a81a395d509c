import './account.css'
import { useSession } from '../../session/useSession.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldLabel } from '../../ui/Field.tsx'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'
import { CHANNEL_SECTIONS } from './channel-sections.ts'
import { QuietHoursSection } from './QuietHoursSection.tsx'

export function AccountPage() {
  const { username } = useSession()
  useDocumentTitle('Профиль')
  return (
    <section className="account grid gap-12" aria-labelledby="account-heading">
      <h1 id="account-heading">Профиль</h1>
      <p className="account-user bg-raised border rounded-lg flex flex-wrap items-baseline gap-4-12">
        <CabinetIcon name="user" />
        <FieldLabel>Пользователь</FieldLabel>
        <strong>{username}</strong>
      </p>
      <SignOutSection />
      {Object.entries(CHANNEL_SECTIONS).map(([channel, Section]) => (
        <Section key={channel} />
      ))}
      <QuietHoursSection />
    </section>
  )
}

/** Logout button for phones. It is not in the bottom bar, where it could be tapped by accident. */
function SignOutSection() {
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
