import '../wizard.css'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { SHOP_CALLS } from '../../../../../contract/pages/page-calls.ts'
import type { ShopLookAnswer } from '../../../../../contract/pages/shop-job.ts'
import { call } from '../../../../data/send-call.ts'
import { Alert } from '../../../../ui/Alert.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { CheckField, FieldSet, TextField } from '../../../../ui/Field.tsx'
import { countText } from '../../../../ui/plural.ts'
import { focusField } from '../../../../ui/useFields.tsx'
import { useLaterFocus } from '../../../cabinet/useLaterFocus.ts'
import { formatCount } from '../../texts.ts'
import type { FirstStepProps } from '../kinds/kind-module.ts'
import { CrawlFields, crawlProblems } from './CrawlFields.tsx'
import { type CrawlForm, isElsewhere, withLook, withPages } from './shop-draft.ts'
import { isFocusIn, useShopJob } from './useShopJob.ts'

/** Id of the form, with which a button outside the form submits it. */
export const CRAWL_FORM = 'shop-crawl'

/** First step of the wizard for a whole shop: a look at it, and which of its pages are read. */
export function ShopStep({ draft, isNew, checked, change, onAddress, onDone }: FirstStepProps) {
  const { shop, site, address } = draft
  const { look, form } = shop
  const [heading, focusHeading] = useLaterFocus<HTMLHeadingElement>()
  const begin = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLFormElement>(null)
  const job = useShopJob(({ look: found }) => {
    if (!found) return
    // A site that was typed, or given by the address, stays.
    const ownSite = site === '' || site === look?.site ? { site: found.site } : {}
    change({ shop: withLook(shop, { look: found, lookedAt: address.trim() }, !isNew), ...ownSite })
    if (isFocusIn(box.current)) focusHeading()
  })
  const setForm = (part: Partial<CrawlForm>) => change({ shop: { ...shop, form: { ...form, ...part } } })
  const problems = crawlProblems(shop)
  const [isMissing, setMissing] = useState(false)
  const addressField = useRef<HTMLInputElement>(null)
  const isSet = !isNew || look !== null
  const addressProblem = isMissing
    ? 'Укажите адрес магазина.'
    : isSet && !job.busy && isElsewhere(draft)
      ? 'Адрес изменился: осмотрите магазин ещё раз.'
      : null
  const submitLook = (event: FormEvent) => {
    event.preventDefault()
    const isEmpty = address.trim() === ''
    setMissing(isEmpty)
    if (isEmpty) addressField.current?.focus()
    else if (!job.busy) job.follow(() => call(SHOP_CALLS.look, { address: address.trim() }))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onDone()
    if (isElsewhere(draft)) return addressField.current?.focus()
    const [wrong] = Object.keys(problems)
    // Without a kind of pages to check, one has to be typed.
    const isMissing = wrong === 'chosen' && !look?.pages.length
    if (wrong !== undefined) focusField(event.currentTarget, isMissing ? 'lists' : wrong)
  }
  return (
    <>
      {/* The browser's own check refuses an address without https://, which the server accepts. */}
      <form ref={box} className="grid gap-12 min-w-0" noValidate onSubmit={submitLook}>
        <TextField
          label="Адрес магазина"
          problem={addressProblem}
          hint="Первая страница или раздел с шинами. Осмотр занимает до минуты."
          ref={addressField}
          type="url"
          inputMode="url"
          placeholder="https://shop.ru/tyres/"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={4_000}
          readOnly={job.busy}
          value={address}
          onChange={(value) => {
            setMissing(false)
            change({ address: value })
          }}
        />
        <p role="status" className="panel-words wrap-anywhere">
          {job.busy ? `Осмотр магазина: ${job.step || 'начало...'}` : job.cancelled && 'Осмотр отменён.'}
        </p>
        <div className="panel-actions">
          <Button ref={begin} type="submit" variant={isSet ? 'secondary' : 'primary'} blocked={job.busy}>
            {isSet ? 'Осмотреть ещё раз' : 'Осмотреть магазин'}
          </Button>
          {job.busy && (
            <Button
              onClick={() => {
                job.cancel()
                begin.current?.focus()
              }}
            >
              Отменить осмотр
            </Button>
          )}
        </div>
      </form>
      {job.problem !== null && <Alert onDismiss={job.dismiss}>{job.problem}</Alert>}
      {isSet && (
        <form id={CRAWL_FORM} noValidate onSubmit={submit}>
          {/* Disabled while another look replaces these findings. */}
          <fieldset className="grid gap-12" disabled={job.busy} aria-label="Что читать">
            {look && (
              <>
                <h2 ref={heading} tabIndex={-1}>
                  Что нашлось на {look.site}
                </h2>
                <LookFindings look={look} onFeed={isNew ? onAddress : null}>
                  <ShopPages
                    pages={look.pages}
                    chosen={form.chosen}
                    problem={checked ? problems.chosen : undefined}
                    onChoose={(pages, isChosen) => setForm(withPages(form, pages, isChosen))}
                  />
                </LookFindings>
              </>
            )}
            {!look?.pages.length && checked && problems.chosen !== undefined && (
              <span className="field-problem" role="alert">
                {problems.chosen}
              </span>
            )}
            {/* A new element after the first look, which decides what is folded. */}
            <CrawlFields key={String(look === null)} shop={shop} checked={checked} onChange={setForm} />
          </fieldset>
        </form>
      )}
    </>
  )
}

type Pages = ShopLookAnswer['pages'][number]

interface ShopPagesProps {
  pages: readonly Pages[]
  chosen: readonly string[]
  /** reason why the choice does not do; undefined while it is not to be displayed */
  problem: string | undefined
  onChoose(pages: Pages, isChosen: boolean): void
}

/** Number of tyres that show whether the prices of a kind of pages are read right. */
const TYRES_SHOWN = 3

/** Checkboxes for the kinds of pages of a shop, each with an example and some of its prices. */
function ShopPages({ pages, chosen, problem, onChoose }: ShopPagesProps) {
  const id = useId()
  return (
    <FieldSet
      label="Какие страницы читать"
      className="shop-pages grid gap-12"
      aria-describedby={problem === undefined ? undefined : `${id}-problem`}
    >
      {pages.map((one, at) => (
        <div key={one.pattern} className="shop-pages-kind min-w-0 border-t">
          <CheckField
            name="chosen"
            checked={chosen.includes(one.pattern)}
            aria-describedby={`${id}-${at}`}
            onChange={(checked) => onChoose(one, checked)}
          >
            <span className="shop-pattern min-w-0 wrap-anywhere">
              <code>{one.pattern}</code>{' '}
              <span className="text-14 text-muted">
                {one.kind === 'list' ? 'списки' : 'товары'},{' '}
                {countText(one.count, ['адрес', 'адреса', 'адресов'])}
              </span>
            </span>
          </CheckField>
          <div id={`${id}-${at}`} className="shop-example">
            <a className="text-accent" href={one.sample} target="_blank" rel="noopener noreferrer">
              {one.sample}
            </a>
            <ul className="list-none">
              {one.tyres.slice(0, TYRES_SHOWN).map(({ name, price }, number) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a list may name a tyre twice, and does not change
                <li key={number}>
                  <strong className="shop-price font-semibold tabular-nums text-17">
                    {price === null ? 'без цены' : `${formatCount(price)}\u00a0₽`}
                  </strong>{' '}
                  {name}
                </li>
              ))}
            </ul>
          </div>
        </div>
      ))}
      {problem !== undefined && (
        <span id={`${id}-problem`} className="field-problem" role="alert">
          {problem}
        </span>
      )}
    </FieldSet>
  )
}

interface LookFindingsProps {
  look: ShopLookAnswer
  /** called with a price list to read instead of the pages; null if the source cannot become one of a price list */
  onFeed: ((address: string) => void) | null
  /** choice of the pages; not displayed if there are none */
  children: ReactNode
}

/** Findings of a look: price lists, pages or what to try without them, and pages that could not be read. */
function LookFindings({ look: { feeds, pages, problems }, onFeed, children }: LookFindingsProps) {
  return (
    <>
      {feeds.length > 0 && (
        <div className="alert alert-info">
          <div className="alert-text grid gap-12 min-w-0">
            <p>
              <strong>Сайт публикует прайс-лист YML: читать его надёжнее, чем страницы.</strong>
            </p>
            {feeds.map((feed) => (
              <p key={feed} className="flex flex-wrap items-center gap-8-12">
                <span className="file-name">{feed}</span>
                {onFeed && (
                  <Button aria-label={`Взять прайс-лист ${feed}`} onClick={() => onFeed(feed)}>
                    Взять прайс-лист
                  </Button>
                )}
              </p>
            ))}
          </div>
        </div>
      )}
      {pages.length === 0 && (
        <div className="shop-nothing grid gap-12 min-w-0">
          <p>
            <strong>Страниц с ценами шин не видно.</strong>
          </p>
          <p className="panel-words">
            Осмотрите раздел с шинами вместо первой страницы или впишите виды адресов ниже. Если сайт
            показывает цены только после входа или загружает их отдельно, прочитать его страницы нельзя:
            попросите прайс-лист.
          </p>
        </div>
      )}
      {pages.length > 0 && children}
      {problems.length > 0 && (
        <details className="disclosure" open={pages.length === 0}>
          <summary>Не прочитано: {problems.length}</summary>
          <ul className="shop-unread text-13 wrap-anywhere">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
