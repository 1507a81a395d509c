import {
  Bell,
  Check,
  CheckCheck,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CirclePlus,
  CircleX,
  Copy,
  Ellipsis,
  FileUp,
  Globe,
  Inbox,
  Info,
  KeyRound,
  Link2,
  ListChecks,
  LogOut,
  Mail,
  MonitorSmartphone,
  Moon,
  Pencil,
  Pin,
  Play,
  Power,
  RotateCw,
  ScrollText,
  Send,
  Settings2,
  ShieldCheck,
  Table2,
  Trash2,
  UserRoundPlus,
  UsersRound,
} from 'lucide'
import { Icon, IconDrawing, type IconName } from '../../ui/Icon.tsx'

/** Icons by their meaning in the cabinet. */
const ICONS = {
  bell: Bell,
  check: Check,
  'check-all': CheckCheck,
  'circle-check': CircleCheck,
  'circle-cross': CircleX,
  'circle-dashed': CircleDashed,
  'circle-info': Info,
  'circle-pause': CirclePause,
  'circle-plus': CirclePlus,
  edit: Pencil,
  'file-up': FileUp,
  globe: Globe,
  key: KeyRound,
  link: Link2,
  play: Play,
  power: Power,
  logout: LogOut,
  mail: Mail,
  moon: Moon,
  pin: Pin,
  refresh: RotateCw,
  rules: ListChecks,
  send: Send,
  settings: Settings2,
  table: Table2,
  trash: Trash2,
  'user-plus': UserRoundPlus,
  shield: ShieldCheck,
  users: UsersRound,
  inbox: Inbox,
  log: ScrollText,
  copy: Copy,
  more: Ellipsis,
  monitor: MonitorSmartphone,
} as const

export type CabinetIconName = IconName | keyof typeof ICONS

const isOwn = (name: CabinetIconName): name is keyof typeof ICONS => name in ICONS

/** Icon of the cabinet's set, which extends the set of `Icon` by drawings that only the cabinet uses. */
export function CabinetIcon({ name }: { name: CabinetIconName }) {
  return isOwn(name) ? <IconDrawing of={ICONS[name]} /> : <Icon name={name} />
}
