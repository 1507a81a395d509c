import { CircleCheck, CircleDashed, CirclePause, CircleX, Unlink } from 'lucide'
import type { PageState } from '../../../../contract/pages/tracked-page.ts'
import { IconDrawing } from '../../../ui/Icon.tsx'
import { PAGE_STATE_WORDS } from './page-text.ts'
import './track.css'

const STATE_ICONS: Readonly<Record<PageState, typeof CircleCheck>> = {
  ok: CircleCheck,
  new: CircleDashed,
  held: CirclePause,
  failed: CircleX,
  gone: Unlink,
}

/** State of a tracked page as a sign, text and colour. */
export function PageStateMark({ state }: { state: PageState }) {
  return (
    <span className="page-state" data-state={state}>
      <IconDrawing of={STATE_ICONS[state]} />
      {PAGE_STATE_WORDS[state]}
    </span>
  )
}
