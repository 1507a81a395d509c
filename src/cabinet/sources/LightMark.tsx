import type { Light, Run } from '../../../contract/sources/source.ts'
import { SourceIcon } from './SourceIcon.tsx'
import { LIGHT_WORDS, STATE_LIGHTS, STATE_WORDS } from './words.ts'

/** The state of a source, by mark, word and colour. */
export function LightMark({ light }: { light: Light }) {
  return (
    <span className="light" data-light={light}>
      <SourceIcon name={light} />
      {LIGHT_WORDS[light]}
    </span>
  )
}

/** The state of a run. What it is doing stands beside it. */
export function RunMark({ run }: { run: Run }) {
  const step = run.step === '' ? '' : `: ${run.step}`
  return (
    <span className="light" data-light={STATE_LIGHTS[run.state]}>
      <SourceIcon name={STATE_LIGHTS[run.state]} />
      {STATE_WORDS[run.state]}
      {step}
    </span>
  )
}
