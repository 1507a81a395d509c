import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { LinkSection } from './LinkSection.tsx'
import { useEmail } from './useEmail.ts'

const WORDS = {
  checking: 'Проверяем статус Email...',
  linked: 'Уведомления приходят на ваш Email.',
  'not-linked': 'Привяжите Email, чтобы получать уведомления.',
  unknown: 'Не удалось проверить Email.',
} as const

const LABELS = { link: 'Привязать Email', unlink: 'Отвязать Email' } as const

/** Section with a button that links or unlinks an e-mail address (specification 3.6 and 3.7). */
export function EmailSection() {
  const { status, action, busy, outcome, dismiss, toggle } = useEmail()
  return (
    <LinkSection
      icon="mail"
      title="Email"
      status={status}
      words={WORDS[status]}
      action={
        status !== 'checking' && (
          <Button
            variant={action === 'link' ? 'primary' : 'secondary'}
            disabled={busy}
            onClick={() => void toggle()}
          >
            {busy ? 'Выполняется...' : LABELS[action]}
          </Button>
        )
      }
      room={{ words: WORDS['not-linked'], action: LABELS.link }}
    >
      {outcome?.detail && <p className="text-14 text-danger wrap-anywhere">{outcome.detail}</p>}
      {outcome && (
        <Alert tone={outcome.done ? 'success' : 'danger'} onDismiss={dismiss}>
          {outcome.alert}
        </Alert>
      )}
    </LinkSection>
  )
}
