import './account.css'
import { useCallback, useEffect, useId, useState } from 'react'
import { messageOf } from '../../data/errors.ts'
import { storedToken } from '../../data/stored-session.ts'
import { useAction } from '../../data/useAction.ts'
import { type PushStatus, pushStatus } from '../../pwa/push/push-status.ts'
import { TEST_STEPS, type TestResult, type TestStep, testPush } from '../../pwa/push/push-test.ts'
import { turnPushOff, turnPushOn } from '../../pwa/push/subscription.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CabinetIcon, type CabinetIconName } from '../cabinet/CabinetIcon.tsx'
import { LinkSection, NOT_SIGNED_IN, useReturn } from './LinkSection.tsx'

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
  const [status, setStatus] = useState<PushStatus | 'checking'>('checking')
  const { busy, problem, dismiss, run } = useAction({ words: messageOf })
  const [test, setTest] = useState<PushTest | null>(null)

  const reread = useCallback(async () => setStatus(await pushStatus().catch(() => 'off' as const)), [])
  useEffect(() => void reread(), [reread])
  // Checks again, because the user may have changed the browser's settings.
  useReturn(reread)

  const busyWith = (work: () => Promise<void>) =>
    run(async () => {
      if (storedToken() === null) throw new Error(NOT_SIGNED_IN)
      setTest(null)
      await work().finally(reread)
    })
  const toggle = () => busyWith(status === 'on' ? turnPushOff : turnPushOn)
  const check = () =>
    busyWith(async () => {
      setTest({ reached: null, result: null })
      const result = await testPush((reached) => setTest({ reached, result: null }))
      setTest((walked) => ({ reached: walked?.reached ?? null, result }))
    })
  const isOn = status === 'on'
  const canSwitch = isOn || status === 'off'
  const steps = status === 'checking' ? undefined : STEPS[status]
  return (
    <LinkSection
      id={id}
      icon="bell"
      title="Push-уведомления"
      status={isOn ? 'linked' : 'not-linked'}
      words={busy && !isOn && !test ? 'Ответьте на вопрос браузера...' : WORDS[status]}
      room={WORDS.checking}
      action={
        <div className="link-action grid ml-auto push-actions">
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
      }
    >
      {steps && (
        <ol className="push-steps grid gap-6 text-15">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {problem !== null && <Alert onDismiss={dismiss}>{problem}</Alert>}
      {test && <PushTestSteps test={test} />}
    </LinkSection>
  )
}

const NAMES: Readonly<Record<TestStep, string>> = {
  permission: 'Разрешение браузера',
  subscription: 'Подписка этого устройства',
  key: 'Ключ сервера',
  server: 'Сервер отправил сообщение',
  'push-service': 'Push-служба приняла сообщение',
  shown: 'Уведомление показано',
}

const STATES = {
  done: { icon: 'circle-check', words: 'готово' },
  failed: { icon: 'circle-cross', words: 'не удалось' },
  working: { icon: 'clock', words: 'проверяется' },
  waiting: { icon: 'circle-info', words: 'не проверено' },
} as const satisfies Record<string, { icon: CabinetIconName; words: string }>

/** List of the steps of a test message; a failed step is marked. */
function PushTestSteps({ test: { reached, result } }: { test: PushTest }) {
  const failedAt = result && result.failed !== null ? TEST_STEPS.indexOf(result.failed) : -1
  const done = failedAt >= 0 ? failedAt : reached === null ? 0 : TEST_STEPS.indexOf(reached) + 1
  const stateOf = (i: number): keyof typeof STATES => {
    if (i === failedAt) return 'failed'
    if (i < done) return 'done'
    return result === null && i === done ? 'working' : 'waiting'
  }
  return (
    <div className="push-test" role="status">
      <ol className="push-test-steps grid gap-6 text-15">
        {TEST_STEPS.map((step, i) => {
          const { icon, words } = STATES[stateOf(i)]
          return (
            <li key={step} data-state={stateOf(i)}>
              <CabinetIcon name={icon} />
              {NAMES[step]}
              <span className="visually-hidden">: {words}</span>
            </li>
          )
        })}
      </ol>
      {result && <p>{result.failed === null ? 'Push работает на этом устройстве.' : result.problem}</p>}
    </div>
  )
}

/** Progress of a test message: the last step reached, and the result; both null if unknown. */
interface PushTest {
  reached: TestStep | null
  result: TestResult | null
}
