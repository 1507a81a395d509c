import { hostName, isHostName } from '../../../contract/lib/host-name.ts'
import type { SourceInput } from '../../../contract/sources/source.ts'
import { readMapping } from '../../import/mapping.ts'
import type { AllowedHosts } from '../../platform/egress/allowed-hosts.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isFileAddress } from '../../platform/remote/file-address.ts'
import { isFingerprint } from '../../platform/remote/host-key.ts'
import { isZone } from '../../platform/zoned-moment.ts'
import { parseListAddress, parseSourceAddress } from './address.ts'
import { checkApi } from './api/check-api.ts'
import { checkMail } from './mail/check-mail.ts'
import { checkMailAddress } from './mail/mail-address.ts'
import { checkCrawl } from './pages/check-crawl.ts'
import { PAGES_MAPPING } from './pages/page-list.ts'
import { SHOP_MAPPING } from './pages/shop-records.ts'
import { isTime } from './schedule.ts'
import { checkSecrets } from './secrets.ts'
import { withSheet } from './shared-link.ts'
import { NO_SECRETS, type SourceSecrets, type SourceSettings } from './source.ts'

export interface CheckedInput {
  settings: SourceSettings
  /** undefined if the request does not change the secrets */
  secrets: SourceSecrets | undefined
}

const MOST_TIMES = 24
const LONGEST_TITLE = 100

/**
 * Checks a source's settings as entered by an administrator.
 * @throws Refusal with the first problem
 */
export function checkInput(input: SourceInput, allowedHosts: AllowedHosts): CheckedInput {
  const site = checkSite(input.site)
  const title = input.title.trim().replace(/\s+/g, ' ') || site
  if (title.length > LONGEST_TITLE) throw new Refusal(400, `Название длиннее ${LONGEST_TITLE} знаков`)
  if (/[\p{Cc}\p{Bidi_Control}]/u.test(title)) throw new Refusal(400, 'В названии недопустимые знаки')
  if (!isZone(input.zone)) throw new Refusal(400, `Часовой пояс «${input.zone.slice(0, 50)}» неизвестен`)
  if (input.expected_by !== '' && !isTime(input.expected_by)) {
    throw new Refusal(400, '«Ждать к» — нужно время вида 09:00')
  }
  const { address, hostKey, secrets, mapping } = checkOrigin(input, site, allowedHosts)
  return {
    settings: {
      site,
      title,
      enabled: input.enabled,
      kind: input.kind,
      address,
      hostKey,
      mapping,
      crawl: input.kind === 'shop' ? checkCrawl(input.crawl, allowedHosts) : null,
      api: input.kind === 'address' ? checkApi(input.api, address, allowedHosts) : null,
      mail: input.kind === 'mail' ? checkMail(input.mail) : null,
      times: input.kind === 'upload' ? [] : checkTimes(input.times),
      zone: input.zone,
      expectedBy: input.expected_by,
      maxBad: input.max_bad,
    },
    secrets: secrets === undefined ? undefined : checkSecrets(secrets ?? NO_SECRETS),
  }
}

type Origin = ReturnType<typeof checkAddress> & Pick<SourceSettings, 'mapping' | 'hostKey'>

/** Checks where a source's prices come from; how tracked pages are read is not for its settings to say. */
function checkOrigin(input: SourceInput, site: string, allowedHosts: AllowedHosts): Origin {
  const none = { secrets: null, hostKey: '' }
  if (input.kind === 'shop') {
    const address = parseSourceAddress(input.address.trim() || `https://${site}/`, allowedHosts).href
    return { ...none, address, mapping: SHOP_MAPPING }
  }
  if (input.kind === 'pages') return { ...none, address: `https://${site}/`, mapping: PAGES_MAPPING }
  const mapping = checkMapping(input.mapping)
  if (input.kind === 'upload') return { ...none, address: '', mapping }
  if (input.kind === 'mail') return { ...none, ...checkMailAddress(input, allowedHosts), mapping }
  const checked = checkAddress(input, allowedHosts)
  return { ...checked, hostKey: checkHostKey(input.host_key, checked.address), mapping }
}

/**
 * Checks and normalises the name of a site.
 * @returns its host name
 * @throws Refusal
 */
export function checkSite(text: string): string {
  const site = hostName(text)
  if (!isHostName(site))
    throw new Refusal(400, `Сайт «${text.slice(0, 100)}» — не имя сайта, нужно вроде example.ru`)
  return site
}

/**
 * Checks a source's address. A user name and password in the URL are moved to the secrets, because addresses are
 * displayed.
 */
export function checkAddress(
  { address, secrets }: Pick<SourceInput, 'address' | 'secrets'>,
  allowedHosts: AllowedHosts,
): { address: string; secrets: SourceSecrets | null | undefined } {
  const url = parseListAddress(withSheet(address.trim()), allowedHosts)
  if (isFileAddress(url) && secrets?.headers.length) {
    throw new Refusal(400, 'Заголовки нужны только адресам http:// и https://: здесь укажите имя и пароль')
  }
  if (url.username === '' && url.password === '') return { address: url.href, secrets }
  const basic = { username: decoded(url.username), password: decoded(url.password) }
  url.username = ''
  url.password = ''
  return {
    address: url.href,
    secrets: { headers: secrets?.headers ?? [], basic: secrets?.basic ?? basic },
  }
}

/**
 * Checks the key of a server that a source trusts; servers of other protocols have none.
 * @returns undefined if the request does not change it
 * @throws Refusal
 */
export function checkHostKey(hostKey: string | undefined, address: string): string | undefined {
  if (new URL(address).protocol !== 'sftp:') return ''
  if (hostKey && !isFingerprint(hostKey)) throw new Refusal(400, 'Ключ сервера пишется как SHA256:…')
  return hostKey
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function checkTimes(times: readonly string[]): string[] {
  const wrong = times.find((time) => !isTime(time))
  if (wrong !== undefined) throw new Refusal(400, `Время «${wrong.slice(0, 20)}» неверно: нужно вроде 06:30`)
  if (times.length > MOST_TIMES) throw new Refusal(400, `Больше ${MOST_TIMES} времён в день`)
  return [...new Set(times)].sort()
}

/**
 * Checks a mapping.
 * @throws Refusal
 */
export function checkMapping(value: unknown) {
  const mapping = readMapping(value)
  if (Array.isArray(mapping))
    throw new Refusal(400, `Ошибка в описании: ${mapping.slice(0, 5).map(withoutPlace).join('; ')}`)
  return mapping
}

/** Returns a mistake of the whole mapping without the name of its part, which nobody has to look for. */
const withoutPlace = (mistake: string): string => mistake.replace(/^fields: /, '')

/**
 * Checks the location of a file's records, which a user may correct after a guess.
 * @throws Refusal
 */
export function checkRecords(records: unknown) {
  return checkMapping({ records, fields: { article: 'x', retail: 'x' } }).records ?? {}
}
