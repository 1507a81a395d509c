import { TEST_STEPS, type TestStep } from '../../pwa/push/push-test.ts'
import { CabinetIcon, type CabinetIconName } from '../cabinet/CabinetIcon.tsx'
import type { PushTest } from './usePush.ts'

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
export function PushTestSteps({ test: { reached, result } }: { test: PushTest }) {
  const failedAt = result && result.failed !== null ? TEST_STEPS.indexOf(result.failed) : -1
  const done = failedAt >= 0 ? failedAt : reached === null ? 0 : TEST_STEPS.indexOf(reached) + 1
  const stateOf = (i: number): keyof typeof STATES => {
    if (i === failedAt) return 'failed'
    if (i < done) return 'done'
    return result === null && i === done ? 'working' : 'waiting'
  }
  return (
    <div className="push-test" role="status">
      <ol className="push-test-steps grid gap-6 m-0 text-15">
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
