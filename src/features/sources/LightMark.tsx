import type { Run } from '../../../contract/sources/run.ts'
import type { Light } from '../../../contract/sources/source.ts'
import { StateMark, type StateTone } from '../../ui/StateMark.tsx'
import { CabinetIcon, type CabinetIconName } from '../cabinet/CabinetIcon.tsx'
import { LIGHT_TEXT, STATE_LIGHTS, STATE_TEXT } from './texts.ts'

const LIGHTS: Readonly<Record<Light, { icon: CabinetIconName; tone?: StateTone }>> = {
  fresh: { icon: 'circle-check', tone: 'good' },
  late: { icon: 'clock', tone: 'open' },
  failed: { icon: 'circle-cross', tone: 'bad' },
  held: { icon: 'circle-pause', tone: 'open' },
  off: { icon: 'power' },
  new: { icon: 'circle-dashed' },
}

export function LightMark({ light, words = LIGHT_TEXT[light] }: { light: Light; words?: string }) {
  const { icon, tone } = LIGHTS[light]
  return (
    <StateMark tone={tone}>
      <CabinetIcon name={icon} />
      {words}
    </StateMark>
  )
}

export function RunMark({ run }: { run: Run }) {
  const step = run.step === '' ? '' : `: ${run.step}`
  return <LightMark light={STATE_LIGHTS[run.state]} words={`${STATE_TEXT[run.state]}${step}`} />
}
