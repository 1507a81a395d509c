import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SecondFactorSetup, Security } from '../../../../contract/account/security.ts'
import { SECURITY_CALLS } from '../../../../contract/account/security-calls.ts'
import { call } from '../../../data/send-call.ts'
import { useAction } from '../../../data/useAction.ts'
import { useSession } from '../../../session/useSession.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { areCodesUnconfirmed, noteCodesSaved, RecoveryCodes } from './RecoveryCodes.tsx'
import { CodeDialog, SecondFactorSteps } from './SecondFactorSteps.tsx'

interface SecondFactorSectionProps {
  secondFactor: Security['second_factor']
  onChanged(): Promise<unknown>
}

type Step =
  | { name: 'setup'; setup: SecondFactorSetup }
  | { name: 'codes'; codes: readonly string[] }
  | { name: 'ask'; about: keyof typeof QUESTIONS }

const QUESTIONS = {
  renew: {
    title: 'Выдать новые резервные коды?',
    words: 'Прежние коды перестанут действовать.',
    agree: 'Выдать новые',
  },
  disable: {
    title: 'Отключить второй фактор?',
    words: 'Для входа снова хватит одного пароля. Резервные коды перестанут действовать.',
    agree: 'Отключить',
  },
} as const

/** Number of recovery codes below which new ones are recommended. */
const FEW = 4

/** Section of the second factor (specification 11.7). */
export function SecondFactorSection({ secondFactor, onChanged }: SecondFactorSectionProps) {
  const { enabled, demanded, recovery_codes_left: codesLeft } = secondFactor
  const [step, setStep] = useState<Step | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  const { username } = useSession()
  const begin = useAction()
  const setUp = async () =>
    setStep({ name: 'setup', setup: await call(SECURITY_CALLS.beginSecondFactor, {}) })
  const finish = () => {
    // Unmounts the dialog first: on closing, it restores the focus to a button that may no longer exist.
    flushSync(() => setStep(null))
    heading.current?.focus()
  }
  const calls = {
    async renew(code: string) {
      setStep({
        name: 'codes',
        codes: (await call(SECURITY_CALLS.renewRecoveryCodes, { code })).recovery_codes,
      })
      void onChanged()
    },
    async disable(code: string) {
      await call(SECURITY_CALLS.disableSecondFactor, { code })
      noteCodesSaved()
      await onChanged()
      finish()
    },
  }

  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        Второй фактор{' '}
        <span className="state-chip" data-tone={enabled ? 'good' : undefined}>
          {enabled ? 'Включён' : 'Выключен'}
        </span>
      </h2>
      {demanded && !enabled && (
        <p className="p-8-12 text-15 rounded bg-highlight">
          Сервер требует его от администраторов: пока он выключен, действия администратора недоступны.
        </p>
      )}
      {step?.name === 'setup' ? (
        <SecondFactorSteps
          setup={step.setup}
          onCancel={finish}
          onEnabled={(codes) => {
            setStep({ name: 'codes', codes })
            void onChanged()
          }}
        />
      ) : step?.name === 'codes' ? (
        <RecoveryCodes codes={step.codes} onSaved={finish} />
      ) : enabled ? (
        <>
          <p className="panel-words">
            При входе, кроме пароля, нужен код из приложения. Резервных кодов осталось: {codesLeft}.
            {codesLeft < FEW && ' Выдайте себе новые, чтобы не остаться без входа.'}
          </p>
          {areCodesUnconfirmed(username) && (
            <p className="p-8-12 text-15 rounded bg-highlight">
              Резервные коды показывались, но не были подтверждены: выдайте новые.
            </p>
          )}
          <div className="panel-actions">
            <Button onClick={() => setStep({ name: 'ask', about: 'renew' })}>Новые резервные коды</Button>
            <Button onClick={() => setStep({ name: 'ask', about: 'disable' })}>Отключить</Button>
          </div>
        </>
      ) : (
        <>
          <p className="panel-words">
            При входе, кроме пароля, будет нужен код из приложения на телефоне, например Яндекс ID или Google
            Authenticator. Тогда и тот, кто узнал пароль, не войдёт.
          </p>
          <div className="panel-actions">
            <Button variant="primary" blocked={begin.busy} onClick={() => void begin.run(setUp)}>
              {begin.busy ? 'Готовим...' : 'Включить'}
            </Button>
          </div>
        </>
      )}
      {begin.problem !== null && <Alert onDismiss={begin.dismiss}>{begin.problem}</Alert>}
      {step?.name === 'ask' && (
        <CodeDialog
          {...QUESTIONS[step.about]}
          call={calls[step.about]}
          onClose={() => setStep((now) => (now?.name === 'ask' ? null : now))}
        />
      )}
    </section>
  )
}
