// Specification 23.1

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mainOffer, readShopPage } from './read-page.ts'

const read = (html: string, previews = false) =>
  readShopPage(Buffer.from(html), 'text/html; charset=utf-8', { previews })
const elementsOf = (html: string) => read(html).offers.map(({ place, price }) => [place, price])

const PAGE = `<html><head><title>Шина за 100 ₽</title><script>var price = '1 ₽'</script></head><body>
<h1>Arktika Polar 3</h1>
<div class="product"><div class="product__price"><span>7 340</span> <i>₽</i></div>
<s class="old">8 100 руб.</s><p>Комплект 4 шт. <b>29 360 ₽</b></p></div>
<div class="similar"><b>5 000 ₽</b></div><div class="similar"><b>6 000 ₽</b></div>
<p>Телефон 8 800 555-35-35, код 7340</p></body></html>`

describe('elements with a price', () => {
  it('are found with a selector each', () => {
    expect(elementsOf(PAGE)).toEqual([
      ['div.product__price > span:nth-of-type(1)', 7_340],
      ['s.old', 8_100],
      ['div.product > p:nth-of-type(1)', 7_340],
      ['div.product > p:nth-of-type(1) > b:nth-of-type(1)', 29_360],
      ['body > div:nth-of-type(2) > b:nth-of-type(1)', 5_000],
      ['body > div:nth-of-type(3) > b:nth-of-type(1)', 6_000],
    ])
  })

  it('are the price of a page only if a person picks one', () => {
    expect(mainOffer(read(PAGE).offers)).toBeUndefined()
  })

  it('keep their place when their text changes', () => {
    const [before, after] = [PAGE, PAGE.replace('7 340', '7 100').replace('<h1>', '<h1 class="big">')].map(
      elementsOf,
    )
    expect(after?.map(([place]) => place)).toEqual(before?.map(([place]) => place))
    expect(after?.[0]).toEqual(['div.product__price > span:nth-of-type(1)', 7_100])
  })

  it('divide the price of a set by its tyres', () => {
    expect(elementsOf('<b>29 360 ₽ за 4 шт.</b>')).toEqual([['b:nth-of-type(1)', 7_340]])
  })

  it('are at most thirty', () => {
    expect(elementsOf('<b>5 000 ₽</b>'.repeat(200))).toHaveLength(30)
  })
})

describe('the preview of a page', () => {
  it('has its texts, with the number of each price, and nothing else', () => {
    const page = `<body onload="x()"><script>alert(1)</script><style>b{}</style><p style="color:red" class="a">Шина &lt;b&gt;
      <a href="javascript:x()">в корзину</a> <b onclick="x()">7 340 ₽</b><img src="http://x/y" onerror="x()"></p>
      <iframe src="//x"></iframe><form><input value="x"></form><svg><script>x()</script></svg></body>`
    expect(read(page, true).preview).toBe('<p>Шина &lt;b&gt; в корзину <b><mark>1</mark> 7 340 ₽</b></p> ')
  })

  it('is built only for people', () => {
    expect(read(PAGE).preview).toBe('')
    expect(read(PAGE, true).preview).toContain('<mark>1</mark>')
  })

  it('never contains an attribute or an element that it does not know', () => {
    const tag = fc.constantFrom(
      'b',
      'script',
      'img src=x onerror=y',
      'a href=x',
      'p',
      'svg/onload=x',
      '/b',
      '!--',
      'style',
    )
    const piece = fc.oneof(
      tag.map((name) => `<${name}>`),
      fc.string(),
      fc.constantFrom('5 000 ₽', '&lt;script&gt;', '-->'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const tags = read(pieces.join(''), true).preview.match(/<[^>]*>?/g) ?? []
        expect(tags.filter((one) => !/^<\/?(?:b|p|mark)>$/.test(one))).toEqual([])
      }),
    )
  })

  it('is bounded', () => {
    expect(read('<p>текст</p>'.repeat(100_000), true).preview.length).toBeLessThan(160_000)
  })
})
