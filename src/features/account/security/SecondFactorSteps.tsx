import { type FormEvent, useLayoutEffect, useRef } from 'react'
import type { SecondFactorSetup } from '../../../../contract/account/security.ts'
import { SECURITY_CALLS } from '../../../../contract/account/security-calls.ts'
import { call } from '../../../data/send-call.ts'
import { useAction } from '../../../data/useAction.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../cabinet/CopyButton.tsx'
import { ConfirmCodeField } from './CodeField.tsx'
import { QrCode } from './QrCode.tsx'

interface SecondFactorStepsProps {
  setup: SecondFactorSetup
  onCancel(): void
  onEnabled(recoveryCodes: readonly string[]): void
}

/** Splits the secret into groups of four characters, which are easier to type. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? ''

/** Steps that add the secret to an authenticator app and confirm it with the first code. */
export function SecondFactorSteps({ setup, onCancel, onEnabled }: SecondFactorStepsProps) {
  const { busy, problem, run } = useAction()
  const first = useRef<HTMLHeadingElement>(null)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => first.current?.focus(), [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const code = input.current?.value ?? ''
    if (
      !(await run(async () => {
        const { recovery_codes } = await call(SECURITY_CALLS.enableSecondFactor, { code })
        onEnabled(recovery_codes)
      }))
    )
      input.current?.select()
  }
  return (
    <div className="factor-steps grid gap-12">
      <div className="grid gap-12">
        <h3 ref={first} tabIndex={-1}>
          1. Добавьте учётную запись в приложение
        </h3>
        <div className="factor-secret">
          <QrCode text={setup.uri} label="QR-код для приложения" />
          <div>
            <p className="panel-words">
              Отсканируйте QR-код. Если приложение на этом же телефоне, перенесите в него ключ:
            </p>
            <p>
              <code className="secret">{grouped(setup.secret)}</code>
            </p>
            <div className="panel-actions">
              <a className="button button-secondary factor-app" href={setup.uri}>
                Открыть в приложении
              </a>
              <CopyButton text={setup.secret} label="Скопировать ключ" />
            </div>
          </div>
        </div>
      </div>
      <form className="grid gap-12" onSubmit={submit} noValidate>
        <h3>2. Введите код, который показывает приложение</h3>
        <ConfirmCodeField label="Код из приложения" input={input} problem={problem} />
        <div className="panel-actions">
          <Button type="submit" variant="primary" blocked={busy}>
            {busy ? 'Проверяем...' : 'Включить'}
          </Button>
          <Button onClick={onCancel}>Отмена</Button>
        </div>
      </form>
    </div>
  )
}
