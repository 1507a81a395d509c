import { isoToday } from '../../../../contract/lib/dates.ts'
import { hostName, isHostName } from '../../../../contract/lib/host-name.ts'
import type { AccountContainer } from '../../../../contract/sources/account.ts'
import type { Guess, StoredFile } from '../../../../contract/sources/guess.ts'
import type { Letter } from '../../../../contract/sources/mail.ts'
import type { MappingJson, Secrets, Source, SourceInput } from '../../../../contract/sources/source.ts'
import { ownZone } from '../zones.ts'
import { type ApiDraft, type ApiForm, apiDraftOf, apiOf, apiProblems } from './api/api-draft.ts'
import {
  type MailDraft,
  type MailProblems,
  mailAddress,
  mailDraftOf,
  mailProblems,
  mailServerOf,
  mailSettingsOf,
} from './mail/mail-draft.ts'
import { isOnFileServer, type ServerKey, serverKeyOf, trustedKeyOf } from './server-key.ts'
import { crawlOf, crawlProblems, type ShopDraft, shopDraftOf } from './shop/shop-draft.ts'

const STEPS = ['file', 'columns', 'settings', 'check'] as const
export type WizardStep = (typeof STEPS)[number]

const STEP_NAMES: Readonly<Record<WizardStep, string>> = {
  file: 'Файл',
  columns: 'Колонки',
  settings: 'Источник',
  check: 'Проверка',
}

/** Returns the name of a draft's step; the first one of a shop chooses its pages instead of a file. */
export const stepName = ({ kind }: Pick<WizardDraft, 'kind'>, step: WizardStep): string =>
  kind === 'shop' && step === 'file' ? 'Магазин' : STEP_NAMES[step]

/** Returns the steps of a draft: a shop has no columns, and tracked pages of a site have neither a file nor columns. */
export const stepsOf = ({ kind }: Pick<WizardDraft, 'kind'>): readonly WizardStep[] =>
  kind === 'pages' ? ['settings'] : kind === 'shop' ? STEPS.filter((step) => step !== 'columns') : STEPS

/** Secrets for the address: `keep` leaves the stored ones unchanged, `set` replaces them, `none` removes them. */
export interface SecretsDraft extends Secrets {
  mode: 'keep' | 'set' | 'none'
}

/** Source that is being created or edited in the wizard. */
export interface WizardDraft {
  /** id of the edited source, or of a new one once it is saved; null before that */
  id: string | null
  step: WizardStep
  /** whether there is unsaved input */
  changed: boolean
  kind: Source['kind']
  /** that of a mailbox as a person types it: the name of its server */
  address: string
  /** key of the SFTP server that the source trusts or that the last fetch showed */
  hostKey: ServerKey | null
  /** key that the server showed instead of the trusted one */
  refusedKey: ServerKey | null
  secretNames: readonly string[]
  secrets: SecretsDraft
  /** file to inspect, as stored by the server */
  file: StoredFile | null
  guess: Guess | null
  /** id of the stored file from which the mapping was guessed; another file may have other columns */
  guessed: string | null
  mapping: MappingJson
  /** containers of the file that the last trial found, to choose from */
  containers: readonly AccountContainer[]
  /** requests of an address that is an API */
  api: ApiDraft
  /** settings of the kind 'shop', which has a mapping of its own */
  shop: ShopDraft
  /** settings of the kind 'mail' */
  mail: MailDraft
  /** mail from which the file comes */
  letter: Letter | null
  site: string
  title: string
  times: readonly string[]
  zone: string
  expectedBy: string
  /** maximum share of rejected records in percent, as typed */
  maxBad: string
  enabled: boolean
  day: string
}

/** Times of a new source by its kind; a whole shop is read at night. */
const FIRST_TIMES: Readonly<Record<Source['kind'], readonly string[]>> = {
  upload: ['07:00'],
  address: ['07:00'],
  mail: ['07:00', '12:00'],
  pages: ['06:00'],
  shop: ['03:00'],
}

const NO_SECRETS: SecretsDraft = { mode: 'none', headers: [], basic: null }

export const newDraft = (): WizardDraft => ({
  id: null,
  step: 'file',
  changed: false,
  kind: 'upload',
  address: '',
  hostKey: null,
  refusedKey: null,
  secretNames: [],
  secrets: NO_SECRETS,
  file: null,
  guess: null,
  guessed: null,
  mapping: {},
  containers: [],
  api: apiDraftOf(null),
  shop: shopDraftOf(null),
  mail: mailDraftOf(null),
  letter: null,
  site: '',
  title: '',
  times: FIRST_TIMES.upload,
  zone: ownZone(),
  expectedBy: '',
  maxBad: '20',
  enabled: true,
  day: isoToday(),
})

export const draftOf = (source: Source): WizardDraft => ({
  ...newDraft(),
  id: source.id,
  step: source.kind === 'pages' ? 'settings' : source.kind === 'shop' ? 'file' : 'columns',
  kind: source.kind,
  address: source.kind === 'mail' ? mailServerOf(source.address) : source.address,
  hostKey: serverKeyOf(source.address, source.host_key),
  secretNames: source.secret_names,
  secrets: { ...NO_SECRETS, mode: source.secret_names.length > 0 ? 'keep' : 'none' },
  mapping: source.mapping,
  api: apiDraftOf(source),
  shop: shopDraftOf(source),
  mail: mailDraftOf(source),
  site: source.site,
  title: source.title,
  times: source.times,
  zone: source.zone,
  expectedBy: source.expected_by,
  maxBad: String(source.max_bad),
  enabled: source.enabled,
})

/** Returns the change to another kind; times that nobody has changed become the usual ones of that kind. */
export function kindChange({ kind: former, times }: WizardDraft, kind: Source['kind']): Partial<WizardDraft> {
  const areUsual = times.join() === FIRST_TIMES[former].join()
  return { kind, ...(areUsual ? { times: FIRST_TIMES[kind] } : {}) }
}

/** Returns the secrets to send; undefined to leave the stored ones unchanged or to have none. */
export function secretsOf(draft: WizardDraft): Secrets | undefined {
  const { mode, headers, basic } = draft.secrets
  if (mode !== 'set') return undefined
  if (draft.kind === 'mail') return { headers: [], basic }
  const named = (isOnFileServer(draft) ? [] : headers).filter(({ name }) => name.trim() !== '')
  if (named.length === 0 && basic === null) return undefined
  return { headers: named.map(({ name, value }) => ({ name: name.trim(), value })), basic }
}

/** Returns the problems of a mailbox's settings by field. */
export const wrongMail = ({ mail, address, secrets: { mode, basic } }: WizardDraft): MailProblems =>
  mailProblems(mail, address, mode === 'keep' ? undefined : basic)

/** Returns the requests as sent to the server; null if the address is simply fetched. */
export const requestsOf = (draft: WizardDraft) =>
  draft.kind === 'address' && !isOnFileServer(draft) ? apiOf(draft.api) : null

/** Returns the problems of an API's description by field. */
export const wrongApi = (draft: WizardDraft): Partial<Record<keyof ApiForm, string>> =>
  draft.kind === 'address' && !isOnFileServer(draft) ? apiProblems(draft.api) : {}

/** Returns the address as sent to the server. */
export const addressOf = ({ kind, address }: Pick<WizardDraft, 'kind' | 'address'>): string =>
  kind === 'mail' ? mailAddress(address) : address.trim()

/** Parses a percent from 0 to 100; null if it is invalid. */
function percentOf(text: string): number | null {
  const percent = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && percent >= 0 && percent <= 100 ? percent : null
}

/** Returns the problems of the settings by field. */
export function settingProblems(draft: WizardDraft): Partial<Record<'site' | 'maxBad' | 'times', string>> {
  const times =
    draft.kind !== 'upload' && draft.times.includes('') ? { times: 'Укажите время или уберите его.' } : {}
  // The site of pages is that of their addresses.
  if (draft.kind === 'pages') return times
  return {
    ...(isHostName(hostName(draft.site)) ? {} : { site: 'Укажите сайт, чьи это цены, например shop.ru.' }),
    ...(percentOf(draft.maxBad) === null ? { maxBad: 'Укажите число от 0 до 100.' } : {}),
    ...times,
  }
}

const mappingOf = ({ kind, mapping, shop }: WizardDraft): MappingJson =>
  kind === 'shop' ? shop.mapping : mapping

export const hasMapping = (draft: WizardDraft): boolean => Object.keys(mappingOf(draft)).length > 0

/** Returns whether the address of a shop is another than that of its findings. */
export const isElsewhere = ({ address, shop }: Pick<WizardDraft, 'address' | 'shop'>): boolean =>
  address.trim() !== shop.lookedAt

/** Returns whether the draft is complete enough to display a step. */
export function isReachable(step: WizardStep, draft: WizardDraft): boolean {
  if (step === 'file') return true
  if (!hasMapping(draft)) return false
  if (draft.kind === 'shop' && (isElsewhere(draft) || Object.keys(crawlProblems(draft.shop)).length > 0))
    return false
  if (draft.kind === 'mail' && Object.keys(wrongMail(draft)).length > 0) return false
  if (Object.keys(wrongApi(draft)).length > 0) return false
  return step !== 'check' || Object.keys(settingProblems(draft)).length === 0
}

/** Returns the source as sent to the server. The draft must have no problems. */
export function inputOf(draft: WizardDraft): SourceInput {
  const { id, kind, secrets, secretNames, site, title, times, zone, expectedBy, enabled } = draft
  const set = kind === 'shop' ? undefined : secretsOf(draft)
  const removed = secrets.mode === 'none' && id !== null && secretNames.length > 0
  const fetches = kind !== 'upload'
  const api = requestsOf(draft)
  const hostKey = kind === 'address' ? trustedKeyOf(draft) : undefined
  return {
    site: hostName(site),
    title: title.trim(),
    enabled,
    kind,
    address: fetches ? addressOf(draft) : '',
    ...(hostKey !== undefined && { host_key: hostKey }),
    mapping: mappingOf(draft),
    ...(api ? { api } : {}),
    ...(kind === 'shop' ? { crawl: crawlOf(draft.shop) } : {}),
    ...(kind === 'mail' ? { mail: mailSettingsOf(draft.mail) } : {}),
    times: fetches ? [...new Set(times)].sort() : [],
    zone,
    expected_by: expectedBy,
    max_bad: percentOf(draft.maxBad) ?? 0,
    ...(set ? { secrets: set } : removed || (!fetches && secretNames.length > 0) ? { secrets: null } : {}),
  }
}
