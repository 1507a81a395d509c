// Specification 23.4

import { describe, expect, it } from 'vitest'
import { readShopPage } from './read-page.ts'

const wallOf = (html: string) => readShopPage(Buffer.from(html), 'text/html; charset=utf-8').wall

describe('wallOf', () => {
  it.each([
    ['<h1>Вам есть 18 лет?</h1><button>Да</button>', 'Вместо страницы сайт спрашивает возраст'],
    ['<p>Подтвердите, что вам исполнилось 18 лет</p>', 'Вместо страницы сайт спрашивает возраст'],
    ['<p>Чтобы продолжить, примите файлы cookie</p>', 'Вместо страницы сайт спрашивает согласие на cookie'],
    ['<h1>Before you continue</h1>', 'Вместо страницы сайт спрашивает согласие на cookie'],
    ['<p>Включите cookie в браузере</p>', 'Вместо страницы сайт требует cookie'],
    ['<title>Just a moment...</title>', 'Вместо страницы сайт проверяет, не программа ли её читает'],
  ])('names %s', (html, wall) => {
    expect(wallOf(html)).toBe(wall)
    expect(wallOf(`<html><head></head><body>${html}</body></html>`)).toBe(wall)
  })

  it('is none on a page with a price or with much text', () => {
    const question = '<p>Подтвердите, что вам исполнилось 18 лет</p>'
    const product =
      '<script type="application/ld+json">{"@type":"Product","name":"Polar 3","offers":{"price":5490}}</script>'
    expect(wallOf(question + product)).toBe('')
    expect(wallOf(`${question}<p>${'Шина снята с производства. '.repeat(200)}</p>`)).toBe('')
    expect(wallOf('<h1>Шина Polar 3</h1><p>Нет в наличии</p>')).toBe('')
  })
})
