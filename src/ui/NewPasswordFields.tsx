import { PasswordField } from './PasswordField.tsx'

interface NewPasswordFieldsProps {
  label: string
  /** returns the reason why a field was rejected */
  problemAt(name: 'password' | 'again'): string | null
}

/** Fields `password` and `again` for a password that is set. Apart from PasswordField, which the sign-in page loads. */
export function NewPasswordFields({ label, problemAt }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        hint="Не меньше 8 символов"
        problem={problemAt('password')}
      />
      <PasswordField
        label={`${label} ещё раз`}
        name="again"
        autoComplete="new-password"
        problem={problemAt('again')}
      />
    </>
  )
}
