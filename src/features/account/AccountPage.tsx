import { useSession } from '../../session/useSession.ts'
import { FieldLabel } from '../../ui/Field.tsx'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'
import { EmailSection } from './EmailSection.tsx'
import { PushSection } from './PushSection.tsx'
import { QuietHoursSection } from './QuietHoursSection.tsx'
import { SignOutSection } from './SignOutSection.tsx'
import { TelegramSection } from './TelegramSection.tsx'
import './account.css'

export function AccountPage() {
  const { username } = useSession()
  useDocumentTitle('Профиль')
  return (
    <section className="account" aria-labelledby="account-heading">
      <h1 id="account-heading">Профиль</h1>
      <p className="account-user flex flex-wrap items-baseline gap-4-12">
        <CabinetIcon name="user" />
        <FieldLabel>Пользователь</FieldLabel>
        <strong>{username}</strong>
      </p>
      <SignOutSection />
      <TelegramSection />
      <EmailSection />
      <PushSection />
      <QuietHoursSection />
    </section>
  )
}
