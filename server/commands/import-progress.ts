import type { ImportProgress } from '../import/import-file.ts'

const COUNT = new Intl.NumberFormat('ru-RU')
const MEGABYTES = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** 'Прочитано 45 % (12,3 из 27,1 МБ): записей 120 000, предложений 480 000, отклонено 12' */
export function progressText({ bytesRead, bytesTotal, records, offers, bad }: ImportProgress): string {
  const percent = bytesTotal === 0 ? 100 : Math.floor((bytesRead / bytesTotal) * 100)
  const size = `${MEGABYTES.format(bytesRead / 1e6)} из ${MEGABYTES.format(bytesTotal / 1e6)} МБ`
  const counts = `записей ${COUNT.format(records)}, предложений ${COUNT.format(offers)}`
  return `Прочитано ${percent} % (${size}): ${counts}, отклонено ${COUNT.format(bad)}`
}
