import type { Run } from '../../../contract/sources/run.ts'
import type { Light } from '../../../contract/sources/source.ts'
import { CabinetIcon, type CabinetIconName } from '../cabinet/CabinetIcon.tsx'
import { LIGHT_TEXT, STATE_LIGHTS, STATE_TEXT } from './texts.ts'

const LIGHT_ICONS: Readonly<Record<Light, CabinetIconName>> = {
  fresh: 'circle-check',
  late: 'clock',
  failed: 'circle-cross',
  held: 'circle-pause',
  off: 'power',
  new: 'circle-dashed',
}

/** State of a source as a sign, text and colour. */
export function LightMark({ light }: { light: Light }) {
  return (
    <span className="light" data-light={light}>
      <CabinetIcon name={LIGHT_ICONS[light]} />
      {LIGHT_TEXT[light]}
    </span>
  )
}

/** State of a run with its current step. */
export function RunMark({ run }: { run: Run }) {
  const step = run.step === '' ? '' : `: ${run.step}`
  return (
    <span className="light" data-light={STATE_LIGHTS[run.state]}>
      <CabinetIcon name={LIGHT_ICONS[STATE_LIGHTS[run.state]]} />
      {STATE_TEXT[run.state]}
      {step}
    </span>
  )
}
