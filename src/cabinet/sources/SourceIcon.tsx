import {
  CircleCheck,
  CircleDashed,
  CirclePause,
  CirclePlus,
  CircleX,
  Clock,
  FileUp,
  KeyRound,
  Pencil,
  Play,
  Power,
} from 'lucide'
import { IconDrawing } from '../../ui/Icon.tsx'

/** By what they stand for on the pages of sources. */
const ICONS = {
  fresh: CircleCheck,
  late: Clock,
  failed: CircleX,
  held: CirclePause,
  off: Power,
  new: CircleDashed,
  add: CirclePlus,
  upload: FileUp,
  run: Play,
  edit: Pencil,
  token: KeyRound,
} as const

export function SourceIcon({ name }: { name: keyof typeof ICONS }) {
  return <IconDrawing of={ICONS[name]} />
}
