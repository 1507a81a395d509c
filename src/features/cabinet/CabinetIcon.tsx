import * as lucide from 'lucide'
import { Icon, IconDrawing, type IconName } from '../../ui/Icon.tsx'

/** Icons by their meaning in the cabinet. */
const ICONS = {
  bell: lucide.Bell,
  'bell-off': lucide.BellOff,
  chart: lucide.ChartColumn,
  check: lucide.Check,
  'check-all': lucide.CheckCheck,
  'circle-check': lucide.CircleCheck,
  'circle-cross': lucide.CircleX,
  'circle-dashed': lucide.CircleDashed,
  'circle-info': lucide.Info,
  'circle-pause': lucide.CirclePause,
  'circle-plus': lucide.CirclePlus,
  edit: lucide.Pencil,
  'file-up': lucide.FileUp,
  gauge: lucide.Gauge,
  globe: lucide.Globe,
  key: lucide.KeyRound,
  link: lucide.Link2,
  play: lucide.Play,
  power: lucide.Power,
  logout: lucide.LogOut,
  mail: lucide.Mail,
  moon: lucide.Moon,
  pin: lucide.Pin,
  refresh: lucide.RotateCw,
  rules: lucide.ListChecks,
  send: lucide.Send,
  settings: lucide.Settings2,
  table: lucide.Table2,
  tag: lucide.Tag,
  target: lucide.Target,
  trash: lucide.Trash2,
  'user-plus': lucide.UserRoundPlus,
  shield: lucide.ShieldCheck,
  users: lucide.UsersRound,
  inbox: lucide.Inbox,
  log: lucide.ScrollText,
  copy: lucide.Copy,
  more: lucide.Ellipsis,
  monitor: lucide.MonitorSmartphone,
} as const

export type CabinetIconName = IconName | keyof typeof ICONS

const isOwn = (name: CabinetIconName): name is keyof typeof ICONS => name in ICONS

/** Icon of the cabinet's set, which extends the set of `Icon` by drawings that only the cabinet uses. */
export function CabinetIcon({ name }: { name: CabinetIconName }) {
  return isOwn(name) ? <IconDrawing of={ICONS[name]} /> : <Icon name={name} />
}
