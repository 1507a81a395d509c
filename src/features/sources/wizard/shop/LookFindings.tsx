import type { ReactNode } from 'react'
import type { ShopLookAnswer } from '../../../../../contract/pages/shop-job.ts'
import { Button } from '../../../../ui/Button.tsx'

interface LookFindingsProps {
  look: ShopLookAnswer
  /** called with a price list to read instead of the pages; null if the source cannot become one of a price list */
  onFeed: ((address: string) => void) | null
  /** choice of the pages; not displayed if there are none */
  children: ReactNode
}

/** Findings of a look: price lists, pages or what to try without them, and pages that could not be read. */
export function LookFindings({ look: { feeds, pages, problems }, onFeed, children }: LookFindingsProps) {
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
