/** Zones of Russia from west to east, by a city that everybody knows. */
const RUSSIAN: Readonly<Record<string, string>> = {
  'Europe/Kaliningrad': 'Калининград',
  'Europe/Moscow': 'Москва',
  'Europe/Samara': 'Самара',
  'Asia/Yekaterinburg': 'Екатеринбург',
  'Asia/Omsk': 'Омск',
  'Asia/Novosibirsk': 'Новосибирск',
  'Asia/Krasnoyarsk': 'Красноярск',
  'Asia/Irkutsk': 'Иркутск',
  'Asia/Yakutsk': 'Якутск',
  'Asia/Vladivostok': 'Владивосток',
  'Asia/Magadan': 'Магадан',
  'Asia/Kamchatka': 'Камчатка',
}

/** A zone's name for people. */
export const zoneLabel = (zone: string): string => {
  const city = RUSSIAN[zone]
  return city === undefined ? zone : `${city}, ${offsetOf(zone)}`
}

/** 'UTC+3' */
function offsetOf(zone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? ''
}

/** The zones to choose from, those of Russia first; with this one, whatever the browser knows. */
export function zoneGroups(present: string): readonly { label: string; zones: readonly string[] }[] {
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !Object.hasOwn(RUSSIAN, zone))
  if (!Object.hasOwn(RUSSIAN, present) && !others.includes(present)) others.unshift(present)
  return [
    { label: 'Россия', zones: Object.keys(RUSSIAN) },
    { label: 'Другие', zones: others },
  ]
}

/** The zone of this device. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
