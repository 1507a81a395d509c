import { Choice } from '../../ui/Choice.tsx'

/** A choice below its visible label. */
export function ChoiceField<Value extends string>(props: Parameters<typeof Choice<Value>>[0]) {
  return (
    <div className="field">
      {/* Screen readers are told by the choice itself. */}
      <span className="field-label" aria-hidden="true">
        {props.label}
      </span>
      <Choice {...props} />
    </div>
  )
}
