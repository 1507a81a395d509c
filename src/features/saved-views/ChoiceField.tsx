import { Choice } from '../../ui/Choice.tsx'

/** Choice with its label displayed above it. */
export function ChoiceField<Value extends string>(props: Parameters<typeof Choice<Value>>[0]) {
  return (
    <div className="field">
      {/* Hidden from screen readers, because the choice itself has the same label. */}
      <span className="field-label" aria-hidden="true">
        {props.label}
      </span>
      <Choice {...props} />
    </div>
  )
}
