// Specification 23.1

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readShopPage } from './read-page.ts'
import { readScriptJson } from './script-json.ts'

describe('readScriptJson', () => {
  it.each<[string, string, unknown[]]>([
    ['HTML entities', '{&quot;a&quot;:&quot;x &amp;amp; y&quot;}', [{ a: 'x & y' }]],
    ['entities that were escaped twice', '[{&amp;quot;a&amp;quot;:1}]', [[{ a: 1 }]]],
    [
      'comments',
      '/* goods */{"a":1, // price\n"b":"http://x/*y"} <!-- end -->',
      [{ a: 1, b: 'http://x/*y' }],
    ],
    ['an HTML comment', '<!-- {"a":1} -->', [{ a: 1 }]],
    ['two documents', '{"a":1}\n{"b":{"c":2}}', [{ a: 1 }, { b: { c: 2 } }]],
    ['documents with a comma between', '{"a":1},{"b":2};', [{ a: 1 }, { b: 2 }]],
    [
      'a bare inch mark',
      '{"a":"Шина 15" зимняя","b":"R16"","c":["31"x10", "2"]}',
      [{ a: 'Шина 15" зимняя', b: 'R16"', c: ['31"x10', '2'] }],
    ],
    ['a bare quote before a comma', '{"a":"Шина 15", зимняя","b":1}', [{ a: 'Шина 15", зимняя', b: 1 }]],
    ['line breaks within texts', '{"a":"x\n\ty"}', [{ a: 'x  y' }]],
    ['escapes that JSON has not', String.raw`{"a":"it\'s","b":"\\\"\u0041"}`, [{ a: "it's", b: '\\"A' }]],
    ['a comma too many, and no number', '{"a":[1,2,],"b":NaN,}', [{ a: [1, 2], b: null }]],
    ['an assignment', 'window.product = {"a":1};', [{ a: 1 }]],
    ['nothing', ' ', []],
  ])('reads %s', (_, text, values) => {
    expect(readScriptJson(text)).toEqual({ values, fault: '' })
  })

  it('names the first fault and reads the other documents', () => {
    const { values, fault } = readScriptJson('{"a":oops}\n{"b":2}')
    expect(values).toEqual([{ b: 2 }])
    expect(fault).toMatch(/^JSON повреждён \(строка 1, знак 6\): значение без кавычек/)
    expect(readScriptJson('{"a":[1').fault).toBe('JSON обрывается')
    expect(readScriptJson('привет').fault).toBe('это не JSON')
  })

  it('reads every valid JSON as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const objects = [value]
        expect(readScriptJson(`// x\n${JSON.stringify(objects)}`)).toEqual({
          values: [JSON.parse(JSON.stringify(objects))],
          fault: '',
        })
      }),
    )
  })

  it('takes a time that grows with the text’s length alone', () => {
    const began = performance.now()
    for (const part of ['"', '{"a":"', '", ', '/*', '\\', '&quot;', '<!--', '" \n'])
      readScriptJson(`{"a":"${part.repeat(20_000)}`)
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})

describe('readShopPage', () => {
  it('names the script with a fault and reads the others', () => {
    const script = (text: string) => `<script type="application/ld+json">${text}</script>`
    const product = '{"@type":"Product","name":"Polar 3","offers":{"price":5490}}'
    const { offers, faults } = readShopPage(Buffer.from(script('{"a":oops}') + script(product)), '')
    expect(offers).toMatchObject([{ price: 5490 }])
    expect(faults).toEqual([expect.stringMatching(/^JSON-LD, скрипт 1: JSON повреждён/)])
  })
})
