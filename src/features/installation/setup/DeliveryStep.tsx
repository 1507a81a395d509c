import type { SetupSteps } from '../../../../contract/installation/setup.ts'
import { VAPID_PUBLIC_KEY } from '../../../pwa/push/push-status.ts'
import { EmailSection } from '../../account/EmailSection.tsx'
import { PushSection } from '../../account/PushSection.tsx'

/** Push and mail of this person, with their own tests (specification 3.6 and 3.18). */
export function DeliveryStep({ steps: { push, mail } }: { steps: SetupSteps }) {
  const isPushBuilt = VAPID_PUBLIC_KEY !== undefined
  const canPush = push && isPushBuilt
  return (
    <>
      <p className="text-14 text-muted">
        {canPush && 'Включите push и нажмите «Проверить push»: пробное уведомление придёт сразу. '}
        {mail && 'Письмо со ссылкой подтвердит почту. '}
        {!push &&
          'Push на сервере выключен: нужны ключи VAPID, их создаёт npm run push-keys -- new; затем запустите сервер снова командой npm start. '}
        {push &&
          !isPushBuilt &&
          'Push включён на сервере, но не в приложении: соберите его с открытым ключом сервера в VITE_VAPID_PUBLIC_KEY, npm start делает это сам. '}
        {!mail && 'Почта на сервере ещё не настроена: укажите SMTP_URL и перезапустите его.'}
      </p>
      {canPush && <PushSection />}
      {mail && <EmailSection />}
    </>
  )
}
