import { CircleCheck, CircleDashed, CirclePause, CircleX, Unlink } from 'lucide'
import type { PageState } from '../../../../contract/pages/tracked-page.ts'
import { IconDrawing } from '../../../ui/Icon.tsx'
import { StateMark, type StateTone } from '../../../ui/StateMark.tsx'
import { PAGE_STATE_WORDS } from './page-text.ts'
import './track.css'

const STATES: Readonly<Record<PageState, { icon: typeof CircleCheck; tone?: StateTone }>> = {
  ok: { icon: CircleCheck, tone: 'good' },
  new: { icon: CircleDashed },
  held: { icon: CirclePause, tone: 'open' },
  failed: { icon: CircleX, tone: 'bad' },
  gone: { icon: Unlink, tone: 'bad' },
}

/** State of a tracked page as a sign, text and colour. */
export function PageStateMark({ state }: { state: PageState }) {
  const { icon, tone } = STATES[state]
  return (
    <StateMark tone={tone} className="nowrap">
      <IconDrawing of={icon} />
      {PAGE_STATE_WORDS[state]}
    </StateMark>
  )
}
