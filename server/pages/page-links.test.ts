// Specification 23.9

import { describe, expect, it } from 'vitest'
import { parsePage } from './page-document.ts'
import { pageLinks } from './page-links.ts'

const of = (html: string, address = 'https://a.ru/shiny/?page=1') => pageLinks(parsePage(html), address)

describe('pageLinks', () => {
  it('finds the pages of the same host, each once', () => {
    const html = `<link rel="stylesheet" href="/a.css"><link rel="next" href="?page=2"><a href="x#top">1</a><a href=" x ">2</a>
      <a href="https://A.ru/y">3</a><a href="https://b.ru/">4</a><a href="mailto:a@a.ru">5</a><a href="javascript:x()">6</a>
      <a rel="nofollow" href="/cart">7</a><a>8</a><a href="http://[">9</a>`
    expect(of(html).pages).toEqual(['https://a.ru/shiny/?page=2', 'https://a.ru/shiny/x', 'https://a.ru/y'])
  })

  it('resolves links by the base of the page', () => {
    expect(of('<base href="/t/"><a href="1">1</a>').pages).toEqual(['https://a.ru/t/1'])
  })

  it('finds price lists, on any host', () => {
    const html =
      '<a href="/export/market.yml">YML</a><a href="https://cdn.b.ru/yandex_market.xml?x=1">x</a><a href="/family.html">x</a>'
    expect(of(html).feeds).toEqual([
      'https://a.ru/export/market.yml',
      'https://cdn.b.ru/yandex_market.xml?x=1',
    ])
  })

  it('has a limit', () => {
    expect(of(Array.from({ length: 9_000 }, (_, n) => `<a href="/${n}">x</a>`).join('')).pages).toHaveLength(
      5_000,
    )
  })
})
