import { MAX_FIELD_LENGTH } from '../../contract/reports/field-length.ts'
import { createStore, type ReadableStore } from './store.ts'

/** Value that this device stores as text in localStorage. */
interface Preference<Value> extends ReadableStore<Value> {
  /** Sets the value. If the storage is full, it only lasts until the page is closed. */
  set(value: Value): void
  /** Stores the value. @throws Error with a message for the user if the storage is full; the former value then stays */
  store(value: Value): void
}

/** Parses and formats the stored text of a preference. */
interface Codec<Value> {
  /** @param text stored text, null without one; invalid text must not throw */
  read(text: string | null): Value
  /** @returns the text to store; null to remove the entry */
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
/** @param most longest text; a longer one counts as none, because every request that contains it would be refused */
const shortText = (most: number): Codec<string | null> => ({
  read: (text) => (text !== null && text.length <= most ? text : null),
  write: (value) => value,
})
/** @param invalid value to use for a text that is not a count @param most highest count that is used */
const count = (invalid: number, most = Number.MAX_SAFE_INTEGER): Codec<number> => ({
  read(text) {
    const value = Number(text ?? 0)
    return Number.isSafeInteger(value) && value >= 0 && value <= most ? value : invalid
  },
  write: String,
})
/** @param check validates the parsed JSON; receives null if there is none or it cannot be parsed */
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

/** Maximum number of tiles for which a page reserves room before they have loaded. */
const MAX_TILES = 100

/** Report that was viewed last. */
interface ViewedReport {
  id: string
  query: string
  /** whether its day was today or the default day, so that the report is reopened with the current one */
  today: boolean
}

function viewedReport(value: unknown): ViewedReport | null {
  const { id, query, today } = (value ?? {}) as Record<string, unknown>
  return typeof id === 'string' && typeof query === 'string' ? { id, query, today: today === true } : null
}

/** Tyre that was opened from the search. */
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

/** Earlier versions stored an object with the ids as its keys. */
const ids = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : Object.keys(value ?? {})).filter((id) => typeof id === 'string')

/** Returns the parsed value unchanged; the feature that stores it also validates it. */
const unchecked = (value: unknown): unknown => value

/** Preferences that belong to the user and not to the device. */
const personal: { forget(): void }[] = []

/** All preferences by name, each with its key in localStorage. */
export const preferences = {
  theme: ofDevice('theme', oneOf('light', 'dark')),
  /** whether the person was told that this device's clock is wrong */
  clockTold: ofDevice('clock_told', offUnless('on')),
  /** whether shortcuts of a single letter or sign are enabled */
  singleKeys: ofDevice('single_keys', onUnless('off')),
  /** whether the market layout tints prices by their distance from the median */
  marketColours: ofDevice('market-colours', onUnless('off')),
  sparklines: ofDevice('sparklines', offUnless('on')),
  /** density of the rows of tables; null for the usual one of the device's pointer */
  density: ofDevice('density', oneOf('cosy', 'dense')),
  /** format of the last view export */
  fileFormat: ofDevice('shown-file-format', oneOf('xlsx', 'csv')),
  /** layout that was last chosen for a report */
  layout: (report: string) => ofDevice(`layout.${report}`, oneOf('table', 'market', 'list')),

  /** city whose prices the user compared last; null for all cities */
  marketCity: ofPerson('market_city', shortText(MAX_FIELD_LENGTH)),
  /** whether the filters form stays open beside the table */
  filtersStay: ofPerson('filters_stay', offUnless('on')),
  /** last report viewed, see report-choice/last-report.ts */
  lastReport: ofPerson('last_report', json(viewedReport)),
  /** column settings by report and layout, as a query string */
  columns: ofPerson('columns', plainText),
  /** tyres that were opened from the search, latest first */
  recentTyres: ofPerson('recent_tyres', json(recentTyres)),
  /** number of home page hints that were seen; infinite if the stored text is invalid */
  hintsSeen: ofPerson('hints_seen', count(Number.POSITIVE_INFINITY)),
  /** columns of the file of decided prices, see decisions/file/profile.ts */
  decisionFile: ofPerson('decision_file', json(unchecked)),
  /** number of decided prices, stored here so that it is known without opening their database */
  decisionCount: ofPerson('decision_count', count(0)),
  /** number of entries under 'Что решить', which reserves their place on the home page while they load; 0 if unknown */
  attentionCount: ofPerson('attention_count', count(0, MAX_TILES)),
  /** number of views, likewise */
  viewCount: ofPerson('view_count', count(0, MAX_TILES)),
  /** views that are stored only on this device, see src/data/device-views.ts */
  views: ofPerson('views', json(unchecked)),
  /** ids of pinned views, see saved-views/pinned/pins.ts */
  viewPins: ofPerson('view_pins', json(ids)),
}

/** Removes the user's preferences, on logout or for another user, not when a session expires. */
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
  /** Stores the value. @returns false if the storage is full */
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
      // Another tab has changed the value.
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
