import { type SavedView, VIEW_NAME_LENGTH } from '../../../contract/views/saved-view.ts'
import { Field } from '../../ui/Field.tsx'

export const NAME_TAKEN = 'Так уже называется другой вид: выберите другое название.'

interface NameFieldProps {
  value: string
  onChange(name: string): void
  /** reason why the name is invalid */
  problem?: string | undefined
  /** note on what saving under this name does */
  hint?: string | undefined
}

export function NameField({ value, onChange, problem, hint }: NameFieldProps) {
  return (
    <Field label="Название">
      {({ id, className }) => (
        <>
          <input
            id={id}
            className={className}
            value={value}
            maxLength={VIEW_NAME_LENGTH}
            autoComplete="off"
            aria-invalid={problem !== undefined}
            aria-describedby={`${id}-said`}
            onChange={({ target }) => onChange(target.value)}
          />
          <p id={`${id}-said`} className={problem ? 'field-problem' : 'field-hint'} role="status">
            {problem ?? hint}
          </p>
        </>
      )}
    </Field>
  )
}

const folded = (name: string): string => name.trim().toLocaleLowerCase('ru')

/** Returns the view of this name that belongs to the user, ignoring case. */
export const sameName = (views: readonly SavedView[], name: string | null): SavedView | undefined =>
  views.find((view) => view.mine && name !== null && folded(view.name) === folded(name))

/** Effect that saving a view under a name has on other views (specification 18.2). */
interface Replacement {
  /** view that will be replaced; undefined for none */
  replaced: SavedView | undefined
  /** whether a view that will not be replaced has this name */
  isTaken: boolean
}

/**
 * Returns which view the saved one replaces.
 * @param views that the user may change
 * @param chosen id of the view to replace; '' for none
 * @param name null while no valid name is typed
 */
export function replacementBy(views: readonly SavedView[], chosen: string, name: string | null): Replacement {
  const named = sameName(views, name)
  const replaced = views.find(({ id }) => id === chosen) ?? named
  return { replaced, isTaken: named !== undefined && named !== replaced }
}
