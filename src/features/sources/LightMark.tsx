import type { Light, Run } from '../../../contract/sources/source.ts'
import { CabinetIcon, type CabinetIconName } from '../cabinet/CabinetIcon.tsx'
import { LIGHT_WORDS, STATE_LIGHTS, STATE_WORDS } from './words.ts'

const LIGHT_ICONS: Readonly<Record<Light, CabinetIconName>> = {
  fresh: 'circle-check',
  late: 'clock',
  failed: 'circle-cross',
  held: 'circle-pause',
  off: 'power',
  new: 'circle-dashed',
}

/** The state of a source, by mark, word and colour. */
export function LightMark({ light }: { light: Light }) {
  return (
    <span className="light" data-light={light}>
      <CabinetIcon name={LIGHT_ICONS[light]} />
      {LIGHT_WORDS[light]}
    </span>
  )
}

/** The state of a run. What it is doing stands beside it. */
export function RunMark({ run }: { run: Run }) {
  const step = run.step === '' ? '' : `: ${run.step}`
  return (
    <span className="light" data-light={STATE_LIGHTS[run.state]}>
      <CabinetIcon name={LIGHT_ICONS[STATE_LIGHTS[run.state]]} />
      {STATE_WORDS[run.state]}
      {step}
    </span>
  )
}
