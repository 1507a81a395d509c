import { useDocumentTitle } from '../../../ui/useDocumentTitle.ts'
import { NewUserForm } from './NewUserForm.tsx'
import './settings.css'

export function SettingsPage() {
  useDocumentTitle('Settings')
  return (
    <section className="settings" aria-labelledby="settings-heading">
      <h1 id="settings-heading">Настройки</h1>
      <NewUserForm />
    </section>
  )
}
