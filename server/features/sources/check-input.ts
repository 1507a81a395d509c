import { hostName, isHostName } from '../../../contract/lib/host-name.ts'
import { kindSettingsOf, type SourceInput } from '../../../contract/sources/source.ts'
import type { AllowedHosts } from '../../platform/egress/allowed-hosts.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isZone } from '../../platform/zoned-moment.ts'
import { KINDS } from './kinds/source-kinds.ts'
import { isTime } from './schedule.ts'
import { checkSecrets } from './secrets.ts'
import { NO_SECRETS, type SourceSecrets, type SourceSettings } from './source.ts'

export interface CheckedInput {
  settings: SourceSettings
  /** undefined if the request does not change the secrets */
  secrets: SourceSecrets | undefined
}

const MAX_TIMES = 24
const MAX_TITLE_LENGTH = 100

/**
 * Checks a source's settings as entered by an administrator.
 * @throws Refusal with the first problem
 */
export function checkInput(input: SourceInput, allowedHosts: AllowedHosts): CheckedInput {
  const site = checkSite(input.site)
  const title = input.title.trim().replace(/\s+/g, ' ') || site
  if (title.length > MAX_TITLE_LENGTH) throw new Refusal(400, `Название длиннее ${MAX_TITLE_LENGTH} знаков`)
  if (/[\p{Cc}\p{Bidi_Control}]/u.test(title)) throw new Refusal(400, 'В названии недопустимые знаки')
  if (!isZone(input.zone)) throw new Refusal(400, `Часовой пояс «${input.zone.slice(0, 50)}» неизвестен`)
  if (input.expected_by !== '' && !isTime(input.expected_by)) {
    throw new Refusal(400, '«Ждать к» — нужно время вида 09:00')
  }
  const kind = KINDS[input.kind]
  const { address, hostKey, secrets, mapping, ...own } = kind.check(input, site, allowedHosts)
  return {
    settings: {
      site,
      title,
      enabled: input.enabled,
      kind: input.kind,
      address,
      hostKey,
      mapping,
      ...kindSettingsOf(own),
      times: kind.fetch ? checkTimes(input.times) : [],
      zone: input.zone,
      expectedBy: input.expected_by,
      maxBad: input.max_bad,
    },
    secrets: secrets === undefined ? undefined : checkSecrets(secrets ?? NO_SECRETS),
  }
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

function checkTimes(times: readonly string[]): string[] {
  const wrong = times.find((time) => !isTime(time))
  if (wrong !== undefined) throw new Refusal(400, `Время «${wrong.slice(0, 20)}» неверно: нужно вроде 06:30`)
  if (times.length > MAX_TIMES) throw new Refusal(400, `Больше ${MAX_TIMES} времён в день`)
  return [...new Set(times)].sort()
}
