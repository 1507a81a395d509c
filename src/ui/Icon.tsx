import {
  Bell,
  Check,
  CheckCheck,
  ChevronDown,
  ChevronLeft,
  CircleCheck,
  CircleX,
  Clock,
  Download,
  Eye,
  EyeOff,
  HardDriveDownload,
  Info,
  ListFilter,
  LogOut,
  Mail,
  Moon,
  Pin,
  RotateCw,
  Send,
  Settings2,
  Sun,
  Table2,
  Trash2,
  UserRound,
  UserRoundPlus,
  WifiOff,
  X,
} from 'lucide'
import { createElement } from 'react'
import './icon.css'

/** By what they stand for in the app. */
const ICONS = {
  eye: Eye,
  'eye-off': EyeOff,
  close: X,
  back: ChevronLeft,
  chevron: ChevronDown,
  check: Check,
  user: UserRound,
  download: Download,
  sun: Sun,
  moon: Moon,
  filter: ListFilter,
  bell: Bell,
  settings: Settings2,
  logout: LogOut,
  mail: Mail,
  send: Send,
  'user-plus': UserRoundPlus,
  'check-all': CheckCheck,
  'circle-check': CircleCheck,
  'circle-cross': CircleX,
  'circle-info': Info,
  refresh: RotateCw,
  clock: Clock,
  offline: WifiOff,
  trash: Trash2,
  pin: Pin,
  device: HardDriveDownload,
  table: Table2,
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

/** Decorative: the text or label beside it has the meaning. */
export function Icon({ name }: { name: IconName }) {
  return createElement('svg', LOOK, ...ICONS[name].map(([tag, attributes]) => createElement(tag, attributes)))
}
