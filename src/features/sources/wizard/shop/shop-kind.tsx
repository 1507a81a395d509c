import '../wizard.css'
import { useEffect, useRef } from 'react'
import { isoToday } from '../../../../../contract/lib/dates.ts'
import { SHOP_CALLS } from '../../../../../contract/pages/page-calls.ts'
import type { ShopCrawl } from '../../../../../contract/sources/crawl.ts'
import { call } from '../../../../data/send-call.ts'
import { Alert } from '../../../../ui/Alert.tsx'
import { Button } from '../../../../ui/Button.tsx'
import type { Fact } from '../../../../ui/Facts.tsx'
import { TYRES } from '../../../../ui/nouns.ts'
import { countText } from '../../../../ui/plural.ts'
import { useLaterFocus } from '../../../cabinet/useLaterFocus.ts'
import { TrialPanel } from '../../TrialReport.tsx'
import type { CheckStepProps, KindModule } from '../kinds/kind-module.ts'
import { crawlProblems } from './CrawlFields.tsx'
import { CRAWL_FORM, ShopStep } from './ShopStep.tsx'
import { crawlOf, isElsewhere } from './shop-draft.ts'
import { isFocusIn, useShopJob } from './useShopJob.ts'

export const SHOP_KIND: KindModule = {
  choice: ['Магазин', 'Прайс-листа нет: сервер читает страницы сайта, по расписанию'],
  title: 'Мастер магазина',
  steps: ['file', 'settings', 'check'],
  firstStep: 'Магазин',
  // At night.
  times: ['03:00'],
  verb: 'Читать',
  readsPages: true,
  First: ShopStep,
  form: CRAWL_FORM,
  Check: ShopCheck,
  isComplete: (draft) => !isElsewhere(draft) && Object.keys(crawlProblems(draft.shop)).length === 0,
  mapping: ({ shop }) => shop.mapping,
  input: ({ address, shop }) => ({ address: address.trim(), crawl: crawlOf(shop) }),
  note: 'страницы магазина',
  origin: () => 'страницы магазина',
  facts: ({ source: { crawl } }) => (crawl ? crawlFacts(crawl) : []),
  removed: 'настройка и журнал загрузок будут удалены.',
}

function crawlFacts({ lists, products, cities, pause, hours }: ShopCrawl): Fact[] {
  const patterns = (name: string, own: readonly string[]): Fact =>
    own.length > 0 && [name, <code key={name}>{own.join(', ')}</code>]
  return [
    patterns('Списки', lists),
    patterns('Товары', products),
    cities !== null && ['Города', cities.values.map(({ city }) => city).join(', ')],
    ['Пауза', `${pause}\u00a0с${hours ? `, с ${hours.from} до ${hours.to}` : ''}`],
  ]
}

/** Last step of the wizard for a whole shop: a sample of its pages, the trial with it, and the buttons that save. */
function ShopCheck({ draft, input, change, busy, problem, onDismiss, onSave }: CheckStepProps) {
  const { shop, id, changed } = draft
  const { site, mapping, max_bad } = input
  const crawl = crawlOf(shop)
  const key = JSON.stringify(crawl)
  const sample = shop.sample?.crawl === key ? shop.sample : null
  const isOutdated = shop.sample !== null && sample === null
  const [heading, focusHeading] = useLaterFocus<HTMLHeadingElement>()
  const box = useRef<HTMLDivElement>(null)
  const again = useRef<HTMLButtonElement>(null)
  const job = useShopJob(({ sample: read }) => {
    if (!read) return
    change({ shop: { ...shop, sample: { ...read, crawl: key } }, changed })
    if (isFocusIn(box.current)) focusHeading()
  })
  const read = () => job.follow(() => call(SHOP_CALLS.sample, { crawl }))
  const isRepeated = isOutdated || job.problem !== null
  const isFirst = id === null && shop.sample === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the step opens
  useEffect(() => {
    if (isFirst) read()
  }, [])
  const status = job.busy
    ? `Чтение 20 страниц: ${job.step || 'начало...'}`
    : sample
      ? `Прочитано страниц: ${sample.pages}, на них ${countText(sample.tyres, TYRES)} с ценой.`
      : job.cancelled
        ? 'Чтение отменено.'
        : isOutdated
          ? 'Настройки чтения изменились: прочитайте страницы ещё раз.'
          : 'Прочитайте 20 страниц, чтобы увидеть, что загрузится. Сохранить можно и без этого.'
  const told = problem !== null && <Alert onDismiss={onDismiss}>{problem}</Alert>
  const save = (
    <Button blocked={busy} onClick={() => onSave(false)}>
      Только сохранить
    </Button>
  )
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="visually-hidden">
        Что загрузится
      </h2>
      <div ref={box} className="grid gap-12 min-w-0">
        <p role="status" className="panel-words wrap-anywhere">
          {status}
        </p>
        {job.problem !== null && <Alert onDismiss={job.dismiss}>{job.problem}</Alert>}
        {!sample && (
          <div className="panel-actions">
            <Button
              ref={again}
              blocked={job.busy}
              variant={isRepeated ? 'primary' : 'secondary'}
              onClick={read}
            >
              {job.busy ? 'Читаем...' : isRepeated ? 'Прочитать ещё раз' : 'Прочитать 20 страниц'}
            </Button>
            {job.busy && (
              <Button
                onClick={() => {
                  job.cancel()
                  again.current?.focus()
                }}
              >
                Отменить чтение
              </Button>
            )}
          </div>
        )}
      </div>
      {sample ? (
        <TrialPanel file={sample.file.file} terms={{ mapping, site, day: isoToday(), max_bad }}>
          {(trial) => (
            <>
              {told}
              <Button variant="primary" blocked={busy || trial === undefined} onClick={() => onSave(true)}>
                {busy ? 'Сохраняем...' : 'Сохранить и прочитать магазин'}
              </Button>
              {save}
            </>
          )}
        </TrialPanel>
      ) : (
        <>
          {told}
          <div className="panel-actions">{save}</div>
        </>
      )}
    </>
  )
}
