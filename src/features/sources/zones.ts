/** Names of Russia's time zones by a well-known city, from west to east. */
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

/** Returns the label of a time zone, with its offset. */
export const zoneLabel = (zone: string): string => {
  const city = RUSSIAN[zone]
  return `${city ?? readable(zone)}, ${offsetOf(zone)}`
}

/** Current names of time zones for which browsers still use former city names. */
const MODERN: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
}

/** Formats 'Buenos Aires (America/Argentina)' for a zone without a Russian name in RUSSIAN. */
function readable(zone: string): string {
  const parts = (MODERN[zone] ?? zone).replaceAll('_', ' ').split('/')
  const city = parts.pop() ?? zone
  return parts.length === 0 ? city : `${city} (${parts.join('/')})`
}

/** Formats the offset: 'UTC+3'. */
function offsetOf(zone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? ''
}

/** Formats '20 нояб., 12:03' in a zone; the zone is named if the device has another one. */
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

/**
 * Returns the selectable zones, those of Russia first.
 * @param present zone that is included even if the browser does not list it
 */
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

/** Returns the time zone of this device. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
