import { createStore, type ReadableStore } from './store.ts'

/** A value that this device remembers as a text in localStorage. */
interface Preference<Value> extends ReadableStore<Value> {
  /** Without room on the device the value holds until the page is closed. */
  set(value: Value): void
  /** @throws Error with words for the user if the device has no room, in which case the former value stays */
  store(value: Value): void
}

/** Reads a preference from its text and writes it back. */
interface Codec<Value> {
  /** @param text null before the first value; an invalid one must not throw */
  read(text: string | null): Value
  /** @returns null to remove the entry */
  write(value: Value): string | null
}

const oneOf = <Value extends string>(...values: readonly Value[]): Codec<Value | null> => ({
  read: (text) => values.find((value) => value === text) ?? null,
  write: (value) => value,
})
const onUnless = (off: string): Codec<boolean> => ({
  read: (text) => text !== off,
  write: (on) => (on ? null : off),
})
const offUnless = (on: string): Codec<boolean> => ({
  read: (text) => text === on,
  write: (isOn) => (isOn ? on : null),
})
const plainText: Codec<string | null> = { read: (text) => text, write: (value) => value }
/** @param invalid value of a text that is not a count */
const count = (invalid: number): Codec<number> => ({
  read(text) {
    const value = Number(text ?? 0)
    return Number.isSafeInteger(value) && value >= 0 ? value : invalid
  },
  write: String,
})
/** @param check of the parsed JSON; of null if there is none or it cannot be parsed */
const json = <Value>(check: (value: unknown) => Value): Codec<Value> => ({
  read(text) {
    try {
      return check(JSON.parse(text ?? 'null'))
    } catch {
      return check(null)
    }
  },
  write: (value) =>
    value === null || (Array.isArray(value) && value.length === 0) ? null : JSON.stringify(value),
})

/** A report as it was viewed last. */
interface ViewedReport {
  id: string
  /** of its address */
  query: string
  /** its day was today or the default one, so that it moves on */
  today: boolean
}

function viewedReport(value: unknown): ViewedReport | null {
  const { id, query, today } = (value ?? {}) as Record<string, unknown>
  return typeof id === 'string' && typeof query === 'string' ? { id, query, today: today === true } : null
}

/** A tyre that was opened from the search. */
export interface RecentTyre {
  key: string
  brand: string
  name: string
}

const recentTyres = (value: unknown): readonly RecentTyre[] =>
  Array.isArray(value) ? value.filter(isRecentTyre) : []

function isRecentTyre(value: unknown): value is RecentTyre {
  const { key, brand, name } = (value ?? {}) as Record<string, unknown>
  return [key, brand, name].every((text) => typeof text === 'string') && key !== ''
}

/** Earlier versions stored an object with the ids as its names. */
const ids = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : Object.keys(value ?? {})).filter((id) => typeof id === 'string')

/** Left to the feature that knows the shape. */
const unchecked = (value: unknown): unknown => value

/** Preferences of a person, as opposed to those of the device. */
const personal: { forget(): void }[] = []

/** Every preference by its name; each names its key in localStorage. */
export const preferences = {
  theme: ofDevice('theme', oneOf('light', 'dark')),
  /** keys of one letter or sign */
  singleKeys: ofDevice('single_keys', onUnless('off')),
  /** colours of the market layout by the distance from the median */
  marketColours: ofDevice('market-colours', onUnless('off')),
  sparklines: ofDevice('sparklines', offUnless('on')),
  /** format of the last view export */
  fileFormat: ofDevice('shown-file-format', oneOf('xlsx', 'csv')),
  /** layout chosen for a report */
  layout: (report: string) => ofDevice(`layout.${report}`, oneOf('table', 'market', 'list')),

  /** city whose prices the person compared last */
  marketCity: ofPerson('market_city', plainText),
  /** last report viewed, see report-choice/last-report.ts */
  lastReport: ofPerson('last_report', json(viewedReport)),
  /** column settings of each report and layout, as a query string */
  columns: ofPerson('columns', plainText),
  /** tyres opened from the search, latest first */
  recentTyres: ofPerson('recent_tyres', json(recentTyres)),
  /** number of hints seen on the home page; infinite if the text is invalid */
  hintsSeen: ofPerson('hints_seen', count(Number.POSITIVE_INFINITY)),
  /** columns of files of decided prices, see decisions/file/profile.ts */
  decisionFile: ofPerson('decision_file', json(unchecked)),
  /** number of decided prices, known without opening their database */
  decisionCount: ofPerson('decision_count', count(0)),
  /** views of this device alone, see src/data/device-views.ts */
  views: ofPerson('views', json(unchecked)),
  /** ids of views stored for offline, see saved-views/pinned/pins.ts */
  viewPins: ofPerson('view_pins', json(ids)),
}

/** Removes what the signed-in person chose or looked at; a session that merely expires leaves it. */
export function forgetPersonalPreferences(): void {
  for (const preference of personal) preference.forget()
}

function ofPerson<Value>(key: string, codec: Codec<Value>): Preference<Value> {
  const preference = ofDevice(key, codec)
  personal.push(preference)
  return preference
}

function ofDevice<Value>(key: string, { read, write }: Codec<Value>): Preference<Value> & { forget(): void } {
  const changes = createStore(0)
  const notify = () => changes.set(changes.get() + 1)
  let known: { text: string | null; value: Value } | undefined
  const stored = () => localStorage.getItem(key)
  /** @returns false if the device has no room */
  const put = (value: Value): boolean => {
    const text = write(value)
    try {
      if (text === null) localStorage.removeItem(key)
      else localStorage.setItem(key, text)
      return true
    } catch {
      return false
    }
  }
  return {
    get() {
      const text = stored()
      if (!known || known.text !== text) known = { text, value: read(text) }
      return known.value
    },
    set(value) {
      if (!put(value)) known = { text: stored(), value }
      notify()
    },
    store(value) {
      if (!put(value)) throw new Error('На устройстве не осталось места, изменение не сохранено')
      notify()
    },
    subscribe(listener) {
      const stop = changes.subscribe(listener)
      // Another tab has changed it.
      window.addEventListener('storage', listener)
      return () => {
        stop()
        window.removeEventListener('storage', listener)
      }
    },
    forget() {
      localStorage.removeItem(key)
      known = undefined
    },
  }
}
