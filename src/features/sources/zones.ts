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
  return `${city ?? readable(zone)}, ${offsetOf(zone)}`
}

/** Names that browsers still give to zones whose cities are called otherwise now. */
const MODERN: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
}

/** 'Buenos Aires (America/Argentina)' for a zone without a Russian name here. */
function readable(zone: string): string {
  const parts = (MODERN[zone] ?? zone).replaceAll('_', ' ').split('/')
  const city = parts.pop() ?? zone
  return parts.length === 0 ? city : `${city} (${parts.join('/')})`
}

/** 'UTC+3' */
function offsetOf(zone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? ''
}

/** '20 нояб., 12:03' on the clocks of this zone, which is named where the device has another one. */
export function momentIn(zone: string, moment: string): string {
  const words = new Intl.DateTimeFormat('ru-RU', {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  })
    .formatToParts(new Date(moment))
    .map(({ type, value }) => (type === 'literal' && value.trim() === 'в' ? ', ' : value))
    .join('')
  return zone === ownZone() ? words : `${words} (${zoneLabel(zone)})`
}

/** The zones to choose from, those of Russia first; with this one, whatever the browser knows. */
export function zoneGroups(present: string): readonly { label: string; zones: readonly string[] }[] {
  const others = Intl.supportedValuesOf('timeZone')
    .filter((zone) => !Object.hasOwn(RUSSIAN, zone))
    .sort((a, b) => readable(a).localeCompare(readable(b), 'ru'))
  if (!Object.hasOwn(RUSSIAN, present) && !others.includes(present)) others.unshift(present)
  return [
    { label: 'Россия', zones: Object.keys(RUSSIAN) },
    { label: 'Другие', zones: others },
  ]
}

/** The zone of this device. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
