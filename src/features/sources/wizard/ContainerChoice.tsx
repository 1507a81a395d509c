import { useId } from 'react'
import { isObject, type JsonObject, member } from '../../../../contract/legacy/values.ts'
import {
  type AccountContainer,
  CONTAINER_TEXTS,
  WHY_UNREADABLE,
} from '../../../../contract/sources/account.ts'
import type { MappingJson } from '../../../../contract/sources/source.ts'
import { Button } from '../../../ui/Button.tsx'
import { FieldSet } from '../../../ui/Field.tsx'
import { countText } from '../../../ui/plural.ts'
import { withMember } from '../mapping/json-parts.ts'
import type { RecordHints } from '../source-queries.ts'
import type { WizardDraft } from './draft.ts'
import { CHOSEN_KINDS, type ChosenKind, CONTAINERS, TARGET } from './remedy-target.ts'

/** Members of the mapping's `records` that name a container, or several. */
const MEMBERS = {
  sheet: { one: 'sheet', several: 'sheets' },
  array: { one: 'path', several: 'path' },
  file: { one: 'file', several: null },
  element: { one: 'element', several: null },
} as const satisfies Record<ChosenKind, { one: keyof RecordHints; several: keyof RecordHints | null }>

interface ContainerChoiceProps {
  draft: Pick<WizardDraft, 'containers' | 'mapping'>
  busy: boolean
  change(part: Partial<WizardDraft>): void
  /** requests another guess, for a container that may have other columns */
  onGuess(hints: RecordHints): void
}

/** Choice of the sheets, arrays, file or elements that are read, as the last trial has found them. */
export function ContainerChoice({
  draft: { containers, mapping },
  busy,
  change,
  onGuess,
}: ContainerChoiceProps) {
  const id = useId()
  const choose = (kind: ChosenKind, names: readonly string[]) => {
    const [only] = names
    if (only === undefined) return
    const chosen = containers.map((one) =>
      one.kind === kind ? { ...one, isRead: names.includes(one.name) } : one,
    )
    change({ containers: chosen })
    if (names.length === 1) onGuess({ [MEMBERS[kind].one]: only })
    else change({ mapping: withSeveral(mapping, kind, names) })
  }
  return CHOSEN_KINDS.map((kind) => {
    const all = containers.filter((one) => one.kind === kind && !isUnreadable(one))
    if (all.length < 2) return null
    return (
      <form
        key={kind}
        className="container-choice"
        onSubmit={(event) => {
          event.preventDefault()
          choose(kind, new FormData(event.currentTarget).getAll(kind).map(String))
        }}
      >
        <FieldSet label={`${CONTAINER_TEXTS[kind][1]}: что читать`}>
          {all.map((container, at) => {
            const name = `${id}-${kind}-${at}`
            return (
              <div key={container.name} className="check">
                <input
                  id={name}
                  type={MEMBERS[kind].several === null ? 'radio' : 'checkbox'}
                  name={kind}
                  value={container.name}
                  defaultChecked={container.isRead}
                  aria-describedby={`${name}-hint`}
                  {...(at === 0 ? { [TARGET]: CONTAINERS } : {})}
                />
                <label htmlFor={name}>{container.name || 'весь документ'}</label>
                <span id={`${name}-hint`} className="field-hint">
                  {hintOf(container)}
                </span>
              </div>
            )
          })}
        </FieldSet>
        <Button type="submit" blocked={busy}>
          {busy ? 'Разбираем...' : 'Читать выбранное'}
        </Button>
      </form>
    )
  })
}

const isUnreadable = ({ why }: AccountContainer): boolean =>
  Object.values<string>(WHY_UNREADABLE).includes(why)

const hintOf = ({ records, isRead, why }: AccountContainer): string =>
  [records !== null && countText(records, ['запись', 'записи', 'записей']), !isRead && why]
    .filter(Boolean)
    .join(', ')

/** Returns the mapping with several containers; its columns stay as the person has chosen them. */
function withSeveral(mapping: MappingJson, kind: ChosenKind, names: readonly string[]): JsonObject {
  const { one, several } = MEMBERS[kind]
  const former = member(mapping, 'records')
  const records = withMember(isObject(former) ? former : {}, one, undefined)
  return withMember(mapping, 'records', withMember(records, several ?? one, names))
}
