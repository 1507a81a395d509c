import * as lucide from 'lucide'
import { createElement } from 'react'
import './icon.css'

/** Icons by their meaning in the app. */
const ICONS = {
  eye: lucide.Eye,
  'eye-off': lucide.EyeOff,
  close: lucide.X,
  back: lucide.ChevronLeft,
  chevron: lucide.ChevronDown,
  user: lucide.UserRound,
  download: lucide.Download,
  sun: lucide.Sun,
  moon: lucide.Moon,
  filter: lucide.ListFilter,
  calendar: lucide.CalendarDays,
  clock: lucide.Clock,
  offline: lucide.WifiOff,
  device: lucide.HardDriveDownload,
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
export function IconDrawing({ of }: { of: typeof lucide.X }) {
  return createElement('svg', LOOK, ...of.map(([tag, attributes]) => createElement(tag, attributes)))
}

/** Icon of the set that every page loads; CabinetIcon has the icons that only the cabinet's pages need. */
export function Icon({ name }: { name: IconName }) {
  return <IconDrawing of={ICONS[name]} />
}
