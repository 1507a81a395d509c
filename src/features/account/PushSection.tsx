import { useId } from 'react'
import type { PushStatus } from '../../pwa/push/push-status.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'
import { PushTestSteps } from './PushTestSteps.tsx'
import { usePush } from './usePush.ts'
import './push.css'

const WORDS: Readonly<Record<PushStatus | 'checking', string>> = {
  checking: 'Проверяем push на этом устройстве...',
  on: 'Включены на этом устройстве.',
  off: 'Выключены на этом устройстве.',
  blocked: 'Запрещены в браузере.',
  'not-configured': 'Push не настроен на сервере: в сборке приложения нет открытого ключа.',
  'not-installed': 'На iPhone и iPad push приходит только в установленное приложение.',
  'not-supported': 'Этот браузер не поддерживает push.',
}

const CHECK = 'Проверить push'

/** Instructions for states in which the switch has no effect, by state. */
const STEPS: Partial<Readonly<Record<PushStatus, readonly string[]>>> = {
  blocked: [
    'Нажмите на значок слева от адреса сайта (замок или ползунки).',
    'Откройте «Разрешения» или «Настройки сайта» и разрешите уведомления.',
    'Вернитесь на эту страницу: переключатель станет доступен.',
  ],
  'not-installed': [
    'Откройте это приложение в Safari и нажмите «Поделиться».',
    'Выберите «На экран „Домой“» и «Добавить».',
    'Откройте приложение с экрана «Домой» и включите push здесь.',
  ],
}

/** Section for push notifications on this device: a switch with their state, and a test (specification 3.18). */
export function PushSection() {
  const id = useId()
  const { status, busy, problem, test, dismiss, toggle, check } = usePush()
  const isOn = status === 'on'
  const canSwitch = isOn || status === 'off'
  const steps = status === 'checking' ? undefined : STEPS[status]
  return (
    <section
      className="link-section flex flex-wrap items-center gap-12-16"
      aria-labelledby={id}
      data-status={isOn ? 'linked' : 'not-linked'}
    >
      <span className="link-icon">
        <CabinetIcon name="bell" />
      </span>
      <div className="link-words" data-room={WORDS.checking}>
        <h2 id={id}>Push-уведомления</h2>
        <p role="status">{busy && !isOn && !test ? 'Ответьте на вопрос браузера...' : WORDS[status]}</p>
      </div>
      <div className="link-action push-actions">
        {canSwitch ? (
          <Button disabled={busy} onClick={() => void check()}>
            {CHECK}
          </Button>
        ) : (
          <span className="button link-room" data-room={CHECK} />
        )}
        <button
          type="button"
          role="switch"
          className="switch"
          aria-checked={isOn}
          aria-labelledby={id}
          disabled={busy || !canSwitch}
          onClick={() => void toggle()}
        />
      </div>
      <div className="link-messages">
        {steps && (
          <ol className="push-steps grid gap-6 m-0 text-15">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        )}
        {problem !== null && <Alert onDismiss={dismiss}>{problem}</Alert>}
        {test && <PushTestSteps test={test} />}
      </div>
    </section>
  )
}
