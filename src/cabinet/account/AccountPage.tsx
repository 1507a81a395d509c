import { useSession } from '../session/useSession.ts'
import { ThemeToggle } from '../ui/ThemeToggle.tsx'
import { useDocumentTitle } from '../ui/useDocumentTitle.ts'

export default function AccountPage() {
  const { username } = useSession()
  useDocumentTitle('Профиль')
  return (
    <section className="account" aria-labelledby="account-heading">
      <h1 id="account-heading">Профиль</h1>
      <p className="account-line">
        <span className="field-label">Пользователь</span>
        <strong>{username}</strong>
      </p>
      <p className="account-line">
        <span className="field-label">Оформление</span>
        <ThemeToggle />
      </p>
    </section>
  )
}
