import {
  CalendarDays,
  ChevronDown,
  ChevronLeft,
  Clock,
  Download,
  Eye,
  EyeOff,
  HardDriveDownload,
  ListFilter,
  Moon,
  Sun,
  UserRound,
  WifiOff,
  X,
} from 'lucide'
import { createElement } from 'react'
import './icon.css'

/** Icons by their meaning in the app. */
const ICONS = {
  eye: Eye,
  'eye-off': EyeOff,
  close: X,
  back: ChevronLeft,
  chevron: ChevronDown,
  user: UserRound,
  download: Download,
  sun: Sun,
  moon: Moon,
  filter: ListFilter,
  calendar: CalendarDays,
  clock: Clock,
  offline: WifiOff,
  device: HardDriveDownload,
} as const

export type IconName = keyof typeof ICONS

const LOOK = {
  className: 'icon',
  viewBox: '0 0 24 24',
  'aria-hidden': true,
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.8,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/** Drawing from lucide. Decorative: the text or label beside it carries the meaning. */
export function IconDrawing({ of }: { of: typeof X }) {
  return createElement('svg', LOOK, ...of.map(([tag, attributes]) => createElement(tag, attributes)))
}

/** Icon of the set that every page loads; CabinetIcon has those of the cabinet alone. */
export function Icon({ name }: { name: IconName }) {
  return <IconDrawing of={ICONS[name]} />
}
