import { Choice } from '../../../ui/Choice.tsx'
import { LAYOUT_NAMES, LAYOUTS, type Layout } from '../../report-choice/view.ts'

const OPTIONS = LAYOUTS.map((value) => ({ value, name: LAYOUT_NAMES[value] }))
const LABEL = 'Вид'

interface LayoutSwitchProps {
  layout: Layout
  /** whether the screen is too narrow for a row of buttons; a dropdown is rendered instead */
  phone: boolean
  onChange(layout: Layout): void
}

export function LayoutSwitch({ layout, phone, onChange }: LayoutSwitchProps) {
  if (!phone) {
    return (
      <Choice<Layout>
        label={LABEL}
        options={OPTIONS}
        value={layout}
        palette="раскладка"
        onChange={onChange}
      />
    )
  }
  return (
    <select
      className="input"
      aria-label={LABEL}
      value={layout}
      onChange={({ target }) => onChange(target.value as Layout)}
    >
      {OPTIONS.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  )
}
