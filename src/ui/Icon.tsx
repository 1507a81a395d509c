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

/** Drawing from lucide. Hidden from screen readers: the text or label next to it has the same meaning. */
export function IconDrawing({ of }: { of: typeof X }) {
  return createElement('svg', LOOK, ...of.map(([tag, attributes]) => createElement(tag, attributes)))
}

/** Icon of the set that every page loads; CabinetIcon has the icons that only the cabinet's pages need. */
export function Icon({ name }: { name: IconName }) {
  return <IconDrawing of={ICONS[name]} />
}
