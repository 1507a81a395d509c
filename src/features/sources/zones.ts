/** Time zones of Russia from west to east, by a well-known city. */
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

/** Returns the label of a time zone. */
export const zoneLabel = (zone: string): string => {
  const city = RUSSIAN[zone]
  return `${city ?? readable(zone)}, ${offsetOf(zone)}`
}

/** Current names of time zones that browsers still name after former city names. */
const MODERN: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
}

/** Returns 'Buenos Aires (America/Argentina)' for a zone without a Russian name here. */
function readable(zone: string): string {
  const parts = (MODERN[zone] ?? zone).replaceAll('_', ' ').split('/')
  const city = parts.pop() ?? zone
  return parts.length === 0 ? city : `${city} (${parts.join('/')})`
}

/** Returns 'UTC+3'. */
function offsetOf(zone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? ''
}

/** Formats '20 нояб., 12:03' in this zone, which is named where the device has another one. */
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

/** Returns the zones to choose from, those of Russia first; includes this one, whatever the browser knows. */
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

/** Returns the zone of this device. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
