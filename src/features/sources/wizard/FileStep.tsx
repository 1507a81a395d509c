import { useId } from 'react'
import type { SourceKind } from '../../../../contract/sources/source.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { useLaterFocus } from '../../cabinet/useLaterFocus.ts'
import { kindChange } from './draft-rules.ts'
import type { FirstStepProps } from './kinds/kind-module.ts'
import { KINDS } from './kinds/kind-modules.tsx'

interface FileStepProps extends Omit<FirstStepProps, 'field' | 'onAddress' | 'children'> {
  problem: string | null
  onDismiss(): void
}

/** First step of the wizard: where the prices come from, and a file to inspect. */
export function FileStep({ problem, onDismiss, ...props }: FileStepProps) {
  const { draft, isNew, change, busy } = props
  const id = useId()
  const [field, focusField] = useLaterFocus<HTMLInputElement>()
  const { First, readsPages } = KINDS[draft.kind]
  const choices = (Object.keys(KINDS) as SourceKind[]).flatMap((kind) => {
    const { choice, readsPages: other } = KINDS[kind]
    return choice && (isNew || other === readsPages) ? [[kind, ...choice] as const] : []
  })
  return (
    <>
      {choices.length > 1 && (
        <fieldset className="kinds grid gap-8">
          <legend className="field-label">Откуда приходят цены</legend>
          {choices.map(([kind, label, words]) => (
            <label key={kind} className="kind flex gap-10 cursor-pointer rounded">
              <input
                type="radio"
                name={`${id}-kind`}
                checked={draft.kind === kind}
                onChange={() => change(kindChange(draft, kind))}
              />
              <span>
                <strong>{label}</strong>
                <span className="field-hint">{words}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {First && (
        <First
          {...props}
          field={field}
          onAddress={(address) => {
            change({ ...kindChange(draft, 'address'), address })
            focusField()
          }}
        >
          {problem !== null && <Alert onDismiss={onDismiss}>{problem}</Alert>}
        </First>
      )}
      {!readsPages && draft.file && !busy && (
        <p className="panel-words">
          Сейчас выбран <strong className="file-name">{draft.file.name}</strong>.
        </p>
      )}
    </>
  )
}
