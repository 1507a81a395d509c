import type { SetupSteps } from '../../../../contract/installation/setup.ts'
import { EmailSection } from '../../account/EmailSection.tsx'
import { PushSection } from '../../account/PushSection.tsx'

/** Push and mail of this person, with their own tests (specification 3.6 and 3.18). */
export function DeliveryStep({ steps: { push, mail } }: { steps: SetupSteps }) {
  return (
    <>
      <p className="setup-words">
        {push && 'Включите push и нажмите «Проверить push»: пробное уведомление придёт сразу. '}
        {mail && 'Письмо со ссылкой подтвердит почту. '}
        {!push && 'Push на сервере ещё не настроен: нужны ключи VAPID, их создаёт команда push-keys. '}
        {!mail && 'Почта на сервере ещё не настроена: укажите SMTP_URL и перезапустите его.'}
      </p>
      {push && <PushSection />}
      {mail && <EmailSection />}
    </>
  )
}
