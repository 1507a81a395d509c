import { type FormEvent, type RefObject, useId, useLayoutEffect, useMemo, useRef } from 'react'
import { encode } from 'uqr'
import type { SecondFactorSetup } from '../../../../contract/account/security.ts'
import { SECURITY_CALLS } from '../../../../contract/account/security-calls.ts'
import { call } from '../../../data/send-call.ts'
import { useAction } from '../../../data/useAction.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { CopyButton } from '../../cabinet/CopyButton.tsx'

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
              <code className="secret wrap-anywhere">{grouped(setup.secret)}</code>
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

interface CodeDialogProps {
  title: string
  words: string
  /** label of the button that confirms */
  agree: string
  /** performs the action with the code; if it throws, the error's text is displayed at the field */
  call(code: string): Promise<void>
  onClose(): void
}

/** Dialog that asks for a code before an action that weakens the second factor (specification 11.7). */
export function CodeDialog({ title, words, agree, call, onClose }: CodeDialogProps) {
  const { busy, problem, run } = useAction()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!busy && !(await run(() => call(input.current?.value ?? '')))) input.current?.select()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button type="submit" form={id} variant="primary" blocked={busy}>
            {agree}
          </Button>
        </>
      }
    >
      <p>{words}</p>
      <form id={id} onSubmit={submit} noValidate>
        <ConfirmCodeField
          label="Код из приложения или резервный код"
          input={input}
          problem={problem}
          inputMode="text"
        />
      </form>
    </Dialog>
  )
}

interface CodeFieldProps {
  label: string
  input: RefObject<HTMLInputElement | null>
  /** reason why the last code was rejected; null if none was */
  problem: string | null
  /** 'text' for recovery codes, which contain letters */
  inputMode?: 'numeric' | 'text'
}

function ConfirmCodeField({ label, input, problem, inputMode = 'numeric' }: CodeFieldProps) {
  return (
    <TextField
      label={label}
      className="factor-code"
      problem={problem}
      ref={input}
      name="code"
      autoComplete="one-time-code"
      inputMode={inputMode}
    />
  )
}

/** Width of the white border in modules, which QR readers require (ISO/IEC 18004, 'quiet zone'). */
const QUIET = 4

/**
 * QR code with low error correction, which suffices on a screen and makes the modules as large as possible. Black on
 * white in the dark theme too, because many readers cannot read inverted codes.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = useMemo(() => encode(text, { ecc: 'L', border: QUIET }), [text])
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" shapeRendering="crispEdges" d={data.flatMap(rowPath).join('')} />
    </svg>
  )
}

/** Returns SVG path parts for one row: a rectangle for each sequence of dark modules. */
function rowPath(row: readonly boolean[], y: number): string[] {
  const runs = row
    .map((dark) => (dark ? '1' : '0'))
    .join('')
    .matchAll(/1+/g)
  return [...runs].map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`)
}
